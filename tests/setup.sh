# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What tests/run and bench/run share: the packages they need, and the OpenCL drivers of this machine.
#
#   need PACKAGE WHAT CHECK...     notes PACKAGE as missing unless the command CHECK... succeeds
#   want PACKAGE WHAT CHECK...     the same, but not where apt has no such package
#   provide REQUIREMENTS           installs what is missing, or says what it is and ends the script;
#                                  REQUIREMENTS is a function that calls `need` for each thing
#   build PRESET FOLDER OPTION...  configures with CMake and builds; prints only what goes wrong
#   nvidia_notice                  says so if NVIDIA's driver is there but OpenCL does not know it
#
# They read `root`, the repository.

install=yes # no: --no-install

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# ---- Checks ------------------------------------------------------------------------------------

has_command() {
  command -v "$1" > /dev/null
}

has_cmake() {
  local version
  version=$(cmake --version 2> /dev/null | sed -n 's/^cmake version //p') &&
    [ -n "$version" ] &&
    [ "$(printf '%s\n' 3.22 "$version" | sort -V | head -n 1)" = 3.22 ]
}

has_build_tool() {
  has_command make || has_command ninja
}

# The C compiler, told of the folders that CMake will look in.
compile() {
  local prefix folder flags=()
  local IFS=:
  for prefix in ${CMAKE_PREFIX_PATH:-}; do
    flags+=("-I$prefix/include")
    for folder in "$prefix"/lib "$prefix"/lib64 "$prefix"/lib/*-linux-gnu; do
      flags+=("-L$folder")
    done
  done
  "${CC:-cc}" "${flags[@]}" -x c - -o /dev/null "$@" 2> /dev/null
}

has_compiler() {
  echo 'int main(void) { return 0; }' | compile
}

# has_library HEADER LIBRARY; cmocka.h needs the other four.
has_library() {
  if has_command "${CC:-cc}"; then
    printf '#include <%s>\n' setjmp.h stdarg.h stddef.h stdint.h "$1" |
      { cat && echo 'int main(void) { return 0; }'; } | compile "-l$2"
  else
    [ -e "/usr/include/$1" ]
  fi
}

# A header that C++ alone can compile.
has_header() {
  if has_command "${CC:-cc}"; then
    printf '#if !__has_include(<%s>)\n#error\n#endif\nint main(void) { return 0; }\n' "$1" | compile
  else
    [ -e "/usr/include/$1" ]
  fi
}

# The libraries that the vendor files name, and those of OCL_ICD_FILENAMES, one a line.
opencl_drivers() {
  local vendors=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
  if [ -d "$vendors" ]; then
    find -L "$vendors" -name '*.icd' -exec sed -e '$a\' {} +
  elif [ -e "$vendors" ]; then
    case $vendors in
      *.icd) sed -e '$a\' "$vendors" ;;
      *) printf '%s\n' "$vendors" ;;
    esac
  fi
  tr : '\n' <<< "${OCL_ICD_FILENAMES:-}"
}

has_driver() {
  opencl_drivers | grep "$1" > /dev/null
}

nvidia_notice() {
  local library=libnvidia-opencl.so.1 folder
  has_driver libnvidia-opencl && return
  { PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2> /dev/null | grep "$library" > /dev/null; } ||
    ls /usr/lib/*/"$library" /usr/lib64/"$library" > /dev/null 2>&1 || return 0
  folder=/etc/OpenCL/vendors
  [ ! -d "${OCL_ICD_VENDORS:-}" ] || folder=${OCL_ICD_VENDORS%/}
  printf '%s\n' "Note: $library is here, but no vendor file in $folder names it," \
    "so OpenCL does not see the NVIDIA GPU. As root:"
  [ -d "$folder" ] || echo "    mkdir -p $folder"
  echo "    echo $library > $folder/nvidia.icd"
}

# ---- Building ----------------------------------------------------------------------------------

build() {
  local preset=$1 folder=$2
  shift 2
  mkdir -p "$folder"
  if ! {
    cmake -S "$root" -B "$folder" --preset "$preset" "$@" &&
      cmake --build "$folder" --parallel "$(nproc)"
  } > "$folder/build.log" 2>&1; then
    cat "$folder/build.log"
    fail "The build failed."
  fi
}

# ---- Packages ----------------------------------------------------------------------------------

need() {
  local package=$1 what=$2
  shift 2
  if ! "$@"; then
    missing_things+=("$what")
    missing_packages+=("$package")
  fi
}

find_missing() {
  missing_things=()
  missing_packages=()
  "$1"
}

# Whether apt knows packages, but not this one.
apt_lacks() {
  has_command apt-cache && apt-cache show build-essential > /dev/null 2>&1 &&
    ! apt-cache show "$1" > /dev/null 2>&1
}

want() {
  apt_lacks "$1" || need "$@"
}

list_missing() {
  local k
  for k in "${!missing_things[@]}"; do
    printf '    %-36s Debian, Ubuntu: %s\n' "${missing_things[k]}" "${missing_packages[k]}"
  done
}

provide() {
  local packages as_root=()
  find_missing "$1"
  [ ${#missing_things[@]} -gt 0 ] || return 0
  echo "Missing on this machine:"
  list_missing
  [ "$install" = yes ] || fail "Nothing was installed, because of --no-install."
  has_command apt-get || fail "Install these and start again; only apt is known here."
  if [ "$(id -u)" != 0 ]; then
    has_command sudo || fail "Neither root nor sudo: install these and start again."
    as_root=(sudo)
  fi

  "${as_root[@]}" apt-get update -q
  find_missing "$1"
  [ ${#missing_things[@]} -gt 0 ] || return 0
  mapfile -t packages < <(printf '%s\n' "${missing_packages[@]}" | sort -u)
  echo "Installing: ${packages[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${packages[@]}"
  find_missing "$1"
  [ ${#missing_things[@]} -eq 0 ] || fail "Still missing:" "$(list_missing)"
}
