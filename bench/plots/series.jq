# SPDX-License-Identifier: Apache-2.0
# From the JSON of clscan-bench, of the peers or of a comparison, gnuplot's commands: a picture for each
# set of results that differ in n alone, and for each that differ in the kept share alone, with a line
# for each algorithm and peer. Upwards is the speed as a share of the copy's, by the OpenCL driver's copy
# that clscan's result at the same place is held against.
#
#   jq -rs --arg folder FOLDER -f series.jq FILE... | gnuplot style.gp -

def known: ["scan", "select", "partition", "unique", "where", "reduce"];

def views: [
  {axis: "n", suffix: "", settings: "set logscale x 2\nset format x '2^{%L}'\nset xlabel 'elements, n'"},
  {axis: "kept", suffix: "-kept",
   settings: "unset logscale x\nset format x '%g'\nset xlabel 'kept, % of the elements'"}];

def quoted: gsub("[\"\\\\\n]"; " ");

# Axes are made for clscan: what a peer's result says of the algorithm is not the peer's.
def facets($axis): .axes | del(.algorithm, .[$axis]) | to_entries | sort_by(.key);

def place: [.benchmark, .device, facets("")] | tojson;

def line:
  if .peer then .peer
  elif (.axes.algorithm // "auto") == "auto" then "clscan"
  else "clscan, " + .axes.algorithm end;

def results:
  map(if .schema == 1 then . else error("no results of clscan-bench, or of another schema") end
      | .device.name as $device | .results[]
      | select(.benchmark as $name | known | index($name)) | select(.call_us) | .device = $device)
  | (map(select(.peer == null and .x_copy) | {key: place, value: (.call_us / .x_copy)})
     | reverse | from_entries) as $copies
  | map(.line = line
        | .share = if .peer == null and .x_copy then 1 / .x_copy
                   elif $copies[place] then $copies[place] / .call_us
                   else null end)
  | map(select(.share));

# The benchmark, and what tells this picture from the others.
def file_name($all; $view):
  .benchmark as $benchmark
  | [$all[] | select(.benchmark == $benchmark) | .axes] as $axes
  | [$benchmark, (facets($view.axis)[] | . as $facet
       | select(.key == "type" or ([$axes[][$facet.key]] | unique | length) > 1)
       | if (.value | type) == "string" then .value else "\(.key)\(.value)" end)]
    + [if ([$all[].device] | unique | length) > 1 then .device else empty end]
  | join("-") + $view.suffix | gsub("[^A-Za-z0-9]"; "-");

# The commands for one picture, of results that belong together.
def picture($all; $view):
  (reduce .[].line as $line ([]; if index($line) then . else . + [$line] end)) as $lines
  | . as $rows | .[0]
  | "\($folder)/\(file_name($all; $view)).svg" as $file
  | "set output \"\($file | quoted)\"", $view.settings,
    "set title \"\(.benchmark):\([facets($view.axis)[] | " \(.key)=\(.value)"] | join("") | quoted)\\n\(.device | quoted)\" noenhanced",
    ($lines | keys[] as $k | "$line\($k) << EOD",
     ([$rows[] | select(.line == $lines[$k])] | unique_by(.axes[$view.axis])[]
      | "\(.axes[$view.axis]) \(.share)"),
     "EOD"),
    "plot 1 with lines ls 100 title \"copy\"" + ([$lines | keys[] as $k
      | ", $line\($k) with linespoints ls \($k + 1) title \"\($lines[$k] | quoted)\""] | join("")),
    "unset output", "print \"\($file | quoted)\"";

results as $all
| [views[] as $view
   | $all | map(select(.axes[$view.axis])) | group_by([.benchmark, .device, facets($view.axis)])[]
   | select(([.[].axes[$view.axis]] | unique | length) > 1) | picture($all; $view)]
| if . == [] then error("nothing to plot: no two results differ in n alone or in kept alone") else .[] end
