#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs tests/run with a CMake and a CTest that only say what the real ones would.
#
#   test_run.sh RUN FOLDER    tests/run, and where to work
set -euo pipefail

run=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/bin"
for tool in apt-cache clang x86_64-w64-mingw32-gcc oclgrind pkg-config make; do
  ln -s "$(type -P true)" "$folder/bin/$tool"
done
cat > "$folder/bin/cmake" << 'EOF'
#!/bin/sh
case $* in
  --version) echo 'cmake version 99.0' ;;
  *"--preset $BROKEN_BUILD"*) exit 1 ;;
esac
EOF
cat > "$folder/bin/ctest" << 'EOF'
#!/bin/sh
# ctest --test-dir FOLDER ...
case $(basename "$2") in
  "$FAILING")
    printf '\nThe following tests FAILED:\n\t  1 - test_a (Failed)\n\t 12 - test_b (SEGFAULT)\n'
    exit 8
    ;;
  "$SKIPPING") printf '\nThe following tests did not run:\n\t  3 - test_c (Skipped)   unit\n' ;;
esac
EOF
printf '#!/bin/sh\ncat > /dev/null\n' > "$folder/bin/cc"
chmod +x "$folder/bin/cmake" "$folder/bin/ctest" "$folder/bin/cc"
echo libpocl.so > "$folder/pocl.icd"
export PATH="$folder/bin:$PATH" CC=cc CXX=cc CLSCAN_BUILD_DIR="$folder/build"
export OCL_ICD_VENDORS="$folder/pocl.icd"

# expect STATUS LAST_LINES ARGUMENT...; ci and asan both have their turn unless a device is named
expect() {
  local status=$1 lines=$2 output got=0
  shift 2
  output=$("$run" --no-install "$@" 2>&1) || got=$?
  if [ "$got" != "$status" ] || [[ $output != *"$lines" ]] ||
    { [ $# = 0 ] && [[ $output != *"the preset asan"* ]]; }; then
    printf '%s\n' "tests/run $* ended with $got:" "$output" "It should have ended with $status:" \
      "$lines"
    exit 1
  fi
}

failed=$'\n\nThese failed:'
export BROKEN_BUILD=none FAILING=none SKIPPING=none
expect 0 '== Testing'
FAILING=ci SKIPPING=asan expect 1 "$failed
    ci: test_a (Failed)
    ci: test_b (SEGFAULT)
    asan: test_c (Skipped)"
FAILING=asan expect 1 "$failed
    asan: test_a (Failed)
    asan: test_b (SEGFAULT)"
BROKEN_BUILD=ci expect 1 "$failed
    ci: the build"
SKIPPING=ci expect 0 'test_c (Skipped)   unit' --device GPU
FAILING=ci expect 1 "$failed
    ci: test_a (Failed)
    ci: test_b (SEGFAULT)" --device GPU
