"""Runs a program in a pseudo-terminal: stdin and stderr are the terminal, stdout is a pipe unless it is to be one too.

Reads {argv, env, cwd, steps: [{expect, send}], columns, rows, stdoutIsTerminal, timeout} as JSON from stdin, waits for
each expected text in what is new on the screen, then types. Prints {code, screen, raw, stdout, before, after, missed}.
Nothing but the standard library: what a test of prompts needs and no package gives without a native build.
"""

import errno
import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[=>78]")


def modes(terminal):
    """What raw mode takes away: lines, echo, and keys that send signals."""
    flags = termios.tcgetattr(terminal)[3]
    return {
        "canonical": bool(flags & termios.ICANON),
        "echo": bool(flags & termios.ECHO),
        "signals": bool(flags & termios.ISIG),
    }


def main():
    spec = json.load(sys.stdin)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", spec["rows"], spec["columns"], 0, 0))
    before = modes(slave)

    def take_terminal():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    child = subprocess.Popen(
        spec["argv"],
        stdin=slave,
        stderr=slave,
        stdout=slave if spec["stdoutIsTerminal"] else subprocess.PIPE,
        env=spec["env"],
        cwd=spec["cwd"],
        preexec_fn=take_terminal,
    )
    output = child.stdout.fileno() if child.stdout else None
    streams = {stream: bytearray() for stream in (master, output) if stream is not None}
    open_streams = set(streams)
    deadline = time.monotonic() + spec["timeout"]
    steps = list(spec["steps"])
    seen = 0

    def read_some(wait):
        readable, _, _ = select.select(list(open_streams), [], [], wait)
        for stream in readable:
            try:
                data = os.read(stream, 65536)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                data = b""
            if data == b"":
                open_streams.discard(stream)
            streams[stream].extend(data)
        return bool(readable)

    def screen():
        return ESCAPES.sub("", streams[master].decode("utf-8", "replace")).replace("\r", "")

    while child.poll() is None and time.monotonic() < deadline:
        read_some(0.05)
        if steps and steps[0]["expect"] in screen()[seen:]:
            seen = len(screen())
            os.write(master, steps.pop(0)["send"].encode())
    if child.poll() is None:
        child.kill()
        child.wait()
    rest = time.monotonic() + 1
    while read_some(0.05) and time.monotonic() < rest:
        pass
    json.dump(
        {
            "code": child.returncode,
            "screen": screen(),
            "raw": streams[master].decode("utf-8", "replace"),
            "stdout": streams[output].decode("utf-8", "replace") if output is not None else "",
            "before": before,
            "after": modes(slave),
            "missed": [step["expect"] for step in steps],
        },
        sys.stdout,
    )


main()
