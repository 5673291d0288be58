#!/usr/bin/env bash
# Builds the web site: the book, with the machine on its first page. It needs mdbook, and Rust's target for browsers.
#
#   .github/site.sh [FOLDER]     target/book, if no folder is named

set -euo pipefail
cd "$(dirname "$0")/.."
site=$(realpath -m "${1:-target/book}")
# TENGEN names a command that is built already.
tengen=(${TENGEN:-cargo run --release --quiet --})

mdbook build docs --dest-dir "$site"
"${tengen[@]}" page --out "$site/machine"
