#!/usr/bin/env python3
"""Where the tests' time goes: every test with its wall time, every binary with its processor time.

    tests/run.sh --times                  everything, after it was built
    tests/run.sh --times console chips    these binaries alone

Two binaries run at once, each with one thread, so that a test's wall time is about what it costs. A test's time is from the line
of the test before to its own.
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
    """Runs a binary: its output, the seconds of each test, exit status, wall and processor seconds."""
    # As cargo would set them: `#[derive(Circuit)]` in a program that a test compiles needs the first.
    set_by_cargo = {"CARGO_MANIFEST_DIR": folder, "LD_LIBRARY_PATH": LIBRARIES}
    began = before = time.time()
    child = subprocess.Popen(
        [executable, "--test-threads=1"], cwd=folder, env=dict(os.environ, **set_by_cargo),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    said, tests = "", []
    for line in child.stdout:
        said += line
        now = time.time()
        if test := re.match(r"test (\S+).* \.\.\. (ok|FAILED)$", line):
            tests.append((now - before, test[1]))
            before = now
    _, status, usage = os.wait4(child.pid, 0)
    return said, tests, status, time.time() - began, usage.ru_utime + usage.ru_stime


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
            said, timed, status, wall, processor = run(executable, folder)
            with lock:
                totals.append((processor, wall, name))
                tests.extend((seconds, f"{name} {test}") for seconds, test in timed)
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
