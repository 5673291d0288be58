#!/usr/bin/env python3
"""Where the tests' time goes: every test with its wall time, every binary with its processor time.

    tests/run.sh --times                  everything, after it was built
    tests/run.sh --times console chips    these binaries alone

Two binaries run at once, each with one thread, so that a test's wall time is about what it costs. rustc's flag for the time of
a test is unstable: RUSTC_BOOTSTRAP=1 lets the stable harness take it.
"""

import json
import os
import re
import subprocess
import sys
import threading
import time

AT_ONCE = 2
SHORTEST = 0.5  # seconds: what is shorter is only counted
# A test of a procedural macro is linked with the compiler's libraries.
LIBRARIES = subprocess.run(["rustc", "--print", "target-libdir"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def binaries(wanted):
    """Name, path and folder of every test binary."""
    build = ["cargo", "test", "--workspace", "--features", "eda", "--no-run", "--message-format=json"]
    messages = subprocess.run(build, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    for message in map(json.loads, messages):
        if message.get("executable") and message.get("profile", {}).get("test"):
            name = message["target"]["name"]
            if not wanted or name in wanted:
                yield name, message["executable"], os.path.dirname(message["manifest_path"])


def run(executable, folder):
    """Runs a binary: its output, exit status, wall and processor seconds."""
    command = [executable, "-Z", "unstable-options", "--report-time", "--test-threads=1"]
    began = time.time()
    # As cargo would set them: `#[derive(Circuit)]` in a program that a test compiles needs the first.
    set_by_cargo = {"CARGO_MANIFEST_DIR": folder, "LD_LIBRARY_PATH": LIBRARIES}
    child = subprocess.Popen(
        command, cwd=folder, env=dict(os.environ, RUSTC_BOOTSTRAP="1", **set_by_cargo),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    return said, status, time.time() - began, usage.ru_utime + usage.ru_stime


def main():
    waiting = sorted(binaries(sys.argv[1:]))
    tests, totals, failed = [], [], []
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not waiting:
                    return
                name, executable, folder = waiting.pop(0)
            said, status, wall, processor = run(executable, folder)
            with lock:
                totals.append((processor, wall, name))
                for test, seconds in re.findall(r"^test (\S+).*\.\.\. .*<([\d.]+)s>$", said, re.M):
                    tests.append((float(seconds), f"{name} {test}"))
                if status:
                    failed.append(name)
                    sys.stderr.write(said)

    workers = [threading.Thread(target=work) for _ in range(AT_ONCE)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print("| binary | processor, s | wall, s |\n|---|--:|--:|")
    for processor, wall, name in sorted(totals, reverse=True):
        print(f"| {name} | {processor:.1f} | {wall:.1f} |")
    print(f"| all | {sum(total[0] for total in totals):.1f} | |\n\n| test | wall, s |\n|---|--:|")
    for seconds, test in sorted(tests, reverse=True):
        if seconds >= SHORTEST:
            print(f"| {test} | {seconds:.1f} |")
    print(f"\n{len(tests)} tests")
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


main()
