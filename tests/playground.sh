#!/usr/bin/env bash
# The playground in a headless browser. Ends with 'N passed, N failed', or with the
# reason why it is skipped, where emscripten is not installed: scripts/playground installs it.
set -u
cd "$(dirname "$0")/.."
skip() { echo "0 passed, 0 failed, skipped: $1"; exit 0; }
command -v emcc > /dev/null || skip "emcc is not on this machine (scripts/playground installs it)"
command -v chromium > /dev/null || skip "chromium is not on this machine (tests/page.sh installs it)"
mkdir -p build/web/native
scripts/playground > build/playground.log 2>&1 || {
    tail -5 build/playground.log
    echo "0 passed, 1 failed"
    exit 1
}
modules=$PWD/build/playwright
[ -d "$modules/node_modules/playwright-core" ] || npm install --prefix "$modules" --no-save \
    --loglevel=error --no-package-lock --no-audit --no-fund playwright-core@1.55.0 > /dev/null
exec node tests/playground/try.mjs build/playground/index.html "$modules"
