#!/usr/bin/env python3
"""Measure Jupyter kernels side by side, with one client on one machine.

    baseline.py [--cells N] [--starts N] [--json FILE] [KERNEL ...]

Without names, every installed kernel whose language has snippets below is
measured. A row is one question; a column one kernel. Times are of the whole
way: client, sockets, kernel, idle message. Only the standard library,
jupyter_client and pyzmq are used; memory is read from /proc.
"""

import argparse
import json
import os
import queue
import socket
import statistics
import subprocess
import sys
import time
import unittest

import jupyter_client
import zmq
from jupyter_client.kernelspec import KernelSpecManager

# What to say in each language.
GO = {
    "sum": "1+2",
    "declare": "v{i} := {i}",
    "lines": 'import "fmt"\nfor i := 0; i < 100000; i++ { fmt.Println(i) }',
    "import": 'import ("fmt"; "time")',
    "sleep": "time.Sleep(20 * time.Second)",
    "loop": "for {}",
    "fail": 'panic("no")',
    "late": 'go func() { time.Sleep(300 * time.Millisecond); fmt.Println("late") }()',
    "crash": 'go func() { panic("in a goroutine") }()',
    "wait": "time.Sleep(300 * time.Millisecond)",
    "exit": 'import "os"\nos.Exit(3)',
    "deep": "func deep(n int) int { return deep(n+1) + 1 }\ndeep(0)",
    "race": "m := map[int]int{}\nfor i := 0; i < 8; i++ { go func() { for { m[1]++ } }() }\ntime.Sleep(3 * time.Second)",
}
PYTHON = {
    "sum": "1+2",
    "declare": "v{i} = {i}",
    "lines": "for i in range(100000): print(i)",
    "import": "import threading, time, os, sys",
    "sleep": "time.sleep(20)",
    "loop": "while True: pass",
    "fail": 'raise ValueError("no")',
    "late": 'threading.Timer(0.3, lambda: print("late")).start()',
    "crash": 'threading.Thread(target=lambda: 1/0).start()',
    "wait": "time.sleep(0.3)",
    "exit": "os._exit(3)",
    "deep": "def deep(n): return deep(n+1) + 1\ndeep(0)",
    "race": None,
}
SNIPPETS = {"go": GO, "python": PYTHON, "python3": PYTHON}


class Kernel:
    """A kernel of its own process, and a client beside it."""

    def __init__(self, name, language):
        self.name, self.say = name, SNIPPETS[language]
        self.manager = jupyter_client.KernelManager(kernel_name=name)
        begun = time.perf_counter()
        self.manager.start_kernel(stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)
        self.ready = time.perf_counter() - begun

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, code, timeout=60, **kwargs):
        """Execute code; return (reply, iopub messages up to idle, seconds)."""
        begun = time.perf_counter()
        sent = self.client.execute(code, **kwargs)
        heard = self.until_idle(sent, timeout)
        seconds = time.perf_counter() - begun
        return self.reply(sent, timeout), heard, seconds

    def until_idle(self, sent, timeout=60):
        heard, deadline = [], time.perf_counter() + timeout
        while True:
            message = self.client.get_iopub_msg(timeout=max(0.001, deadline - time.perf_counter()))
            if message["parent_header"].get("msg_id") != sent:
                continue
            heard.append(message)
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return heard

    def reply(self, sent, timeout=60):
        deadline = time.perf_counter() + timeout
        while True:
            message = self.client.get_shell_msg(timeout=max(0.001, deadline - time.perf_counter()))
            if message["parent_header"].get("msg_id") == sent:
                return message

    def quick(self, code):
        """Seconds from sending code to having its reply and its idle, read as
        raw frames, so that little of the time is the client's own."""
        shell, iopub = blocking(self.client.shell_channel.socket), blocking(self.client.iopub_channel.socket)
        begun = time.perf_counter()
        sent = self.client.execute(code).encode()
        while True:
            frames = received(iopub)
            if b'"idle"' in frames[-1] and sent in frames[-3]:
                break
        while sent not in received(shell)[-3]:
            pass
        return time.perf_counter() - begun

    def pid(self):
        return self.manager.provisioner.pid

    def works(self):
        """Whether a cell still runs, in the process that was started."""
        try:
            reply, _, _ = self.run(self.say["sum"], timeout=10)
            return reply["content"]["status"] == "ok" and self.manager.is_alive()
        except (queue.Empty, TimeoutError):
            return False

    def resident(self, field="Pss"):
        """Megabytes resident in the kernel and its children, pages that they
        share counted once (Pss) or once for each (Rss)."""
        kilobytes = 0
        for pid in [self.pid(), *descendants(self.pid())]:
            try:
                with open(f"/proc/{pid}/smaps_rollup") as rollup:
                    kilobytes += sum(int(line.split()[1]) for line in rollup if line.startswith(field + ":"))
            except FileNotFoundError:
                pass
        return kilobytes / 1024


def blocking(channel):
    """A channel's socket as one that waits, whatever loop it belongs to."""
    return zmq.Socket.shadow(channel.underlying)


def received(channel, seconds=60):
    """The frames of the next message; a kernel that died sends none."""
    if not channel.poll(1e3 * seconds):
        raise TimeoutError
    return channel.recv_multipart()


def descendants(pid):
    found = []
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children") as children:
            for child in children.read().split():
                found += [int(child), *descendants(int(child))]
    return found


ROWS = []


def row(title):
    def keep(measure):
        ROWS.append((title, measure))
        return measure
    return keep


def middle(seconds):
    ordered = sorted(seconds)
    return f"{1e3 * statistics.median(ordered):.2f} / {1e3 * ordered[int(0.99 * (len(ordered) - 1))]:.1f}"


@row("start to ready, s")
def start(kernel, options):
    times = [kernel.ready]
    for _ in range(options.starts - 1):
        with Kernel(kernel.name, options.language) as another:
            times.append(another.ready)
    return " / ".join(f"{t:.2f}" for t in times)


@row("resident at rest, MB (shared pages once; for each process)")
def rest(kernel, options):
    time.sleep(2)
    kernel.at_rest = kernel.resident()
    return f"{kernel.at_rest:.0f}; {kernel.resident('Rss'):.0f}"


@row("empty cell, ms (p50 / p99)")
def empty(kernel, options):
    kernel.run(kernel.say["import"])
    return middle([kernel.quick("") for _ in range(options.cells)])


@row("1+2, ms (p50 / p99)")
def add(kernel, options):
    return middle([kernel.quick(kernel.say["sum"]) for _ in range(options.cells)])


@row("one new variable, ms (p50 / p99)")
def declare(kernel, options):
    return middle([kernel.quick(kernel.say["declare"].format(i=i)) for i in range(options.cells)])


@row("resident after 1,000 such cells, MB")
def grown(kernel, options):
    before = kernel.resident()
    for i in range(options.cells, options.cells + 1000):
        kernel.run(kernel.say["declare"].format(i=i))
    time.sleep(2)
    return f"{kernel.resident():.0f} ({kernel.resident() - kernel.at_rest:+.0f} since rest, {kernel.resident() - before:+.0f} in these)"


@row("100,000 printed lines, s (messages, lines lost)")
def lines(kernel, options):
    _, heard, seconds = kernel.run(kernel.say["lines"])
    streams = [m["content"]["text"] for m in heard if m["msg_type"] == "stream"]
    lost = 100000 - "".join(streams).count("\n")
    return f"{seconds:.2f} ({len(streams)}, {max(lost, 0)})"


def interrupted(kernel, code):
    sent = kernel.client.execute(code)
    time.sleep(0.5)
    begun = time.perf_counter()
    kernel.manager.interrupt_kernel()
    try:
        kernel.until_idle(sent, timeout=10)
        kernel.reply(sent, timeout=10)
    except queue.Empty:
        return "never"
    took = f"{1e3 * (time.perf_counter() - begun):.0f}"
    return took if kernel.works() else took + ", then dead"


@row("interrupt a sleep / a busy loop, ms")
def interrupt(kernel, options):
    return interrupted(kernel, kernel.say["sleep"]) + " / " + interrupted(kernel, kernel.say["loop"])


@row("kernel_info on control while a cell runs, ms")
def information(kernel, options):
    sent = kernel.client.execute(kernel.say["wait"])
    time.sleep(0.05)
    begun = time.perf_counter()
    kernel.client.control_channel.send(kernel.client.session.msg("kernel_info_request"))
    try:
        kernel.client.get_control_msg(timeout=5)
        answer = f"{1e3 * (time.perf_counter() - begun):.1f}"
    except queue.Empty:
        answer = "never"
    kernel.until_idle(sent)
    kernel.reply(sent)
    return answer


@row("two cells behind a failing one")
def aborted(kernel, options):
    # The first one takes long enough for all to be there when the second fails.
    sent = [kernel.client.execute(kernel.say[k]) for k in ("wait", "fail", "sum", "sum")]
    replies = [kernel.reply(s)["content"]["status"] for s in sent]
    time.sleep(0.2)
    return ", ".join(replies[2:])


@row("user_expressions; silent hides the input; count without history")
def fields(kernel, options):
    reply, _, _ = kernel.run("", user_expressions={"x": kernel.say["sum"]})
    told = reply["content"].get("user_expressions", {}).get("x", {}).get("status") == "ok"
    _, heard, _ = kernel.run(kernel.say["sum"], silent=True)
    hidden = not any(m["msg_type"] == "execute_input" for m in heard)
    reply, _, _ = kernel.run(kernel.say["sum"], store_history=False)
    counted = "execution_count" in reply["content"]
    return "; ".join("yes" if b else "no" for b in (told, hidden, counted))


@row("what a goroutine or thread prints after its cell")
def late(kernel, options):
    kernel.run(kernel.say["late"])
    arrived = awaited(kernel, lambda m: m["msg_type"] == "stream" and "late" in m["content"]["text"])
    return "delivered" if arrived else "lost"


def survives(harm):
    def measure(kernel, options):
        try:
            harm(kernel)
            time.sleep(0.3)
            return "survives" if kernel.works() else "DIES"
        except (RuntimeError, queue.Empty, TimeoutError, OSError):
            return "DIES"
    return measure


def raw(kernel, change):
    """Send a request on the shell channel, its frames changed."""
    session = kernel.client.session
    frames = session.serialize(session.msg("execute_request", {"code": ""}))
    kernel.client.shell_channel.socket.send_multipart(change(frames))


@row("a message without delimiter")
def undelimited(kernel, options):
    return survives(lambda k: raw(k, lambda frames: [b"no", b"delimiter"]))(kernel, options)


@row("a message with a wrong signature")
def forged(kernel, options):
    return survives(lambda k: raw(k, lambda frames: [frames[0], b"0" * 64, *frames[2:]]))(kernel, options)


@row("an execute_request that lacks fields")
def lacking(kernel, options):
    return survives(lambda k: raw(k, lambda frames: frames))(kernel, options)


@row("an idle connection on the shell port, opened first")
def idle(kernel, options):
    manager = jupyter_client.KernelManager(kernel_name=kernel.name)
    manager.start_kernel(stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    client = manager.client()
    deadline, peer = time.perf_counter() + 20, None
    while peer is None and time.perf_counter() < deadline:
        try:
            peer = socket.create_connection((manager.ip, manager.shell_port))
        except OSError:
            time.sleep(0.005)
    client.start_channels()
    try:
        client.wait_for_ready(timeout=5)
        return "no effect"
    except RuntimeError:
        return "shell DEAD"
    finally:
        peer.close()
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def tells(message):
    """Whether a message says that something went wrong."""
    content = message["content"]
    return message["msg_type"] == "error" or message["msg_type"] == "stream" and content["name"] == "stderr"


def awaited(kernel, wanted, timeout=2):
    """Whether such a message comes, of whatever cell."""
    try:
        while not wanted(kernel.client.get_iopub_msg(timeout=timeout)):
            pass
        return True
    except queue.Empty:
        return False


def crash(key):
    def measure(kernel, options):
        code = kernel.say[key]
        if code is None:
            return "n/a"
        with Kernel(kernel.name, options.language) as fresh:
            fresh.run(fresh.say["import"])
            before = fresh.pid()
            try:
                reply, heard, seconds = fresh.run(code, timeout=15)
                told = any(tells(m) for m in heard) or key == "crash" and awaited(fresh, tells)
            except (queue.Empty, RuntimeError, TimeoutError):
                return "kernel DIES" if not fresh.manager.is_alive() else "never ends"
            time.sleep(0.5)
            if not fresh.works() or fresh.pid() != before:
                return "kernel DIES"
            return f"{'error' if told else 'nothing told'}, alive, {seconds:.2f} s"
    return measure


for title, key in (("a panic in a goroutine or thread", "crash"), ("exit in a cell", "exit"), ("endless recursion", "deep"), ("concurrent map writes", "race")):
    row(title)(crash(key))


@row("jupyter_kernel_test (passed of run, skipped)")
def conformance(kernel, options):
    try:
        import jupyter_kernel_test
    except ImportError:
        return "not installed"
    fields = {"kernel_name": kernel.name, "language_name": options.language}
    beside = os.path.dirname(os.path.abspath(__file__))
    described = {"go": "../testdata/go.json", "python": "python.json"}[options.language]
    with open(os.path.join(beside, described)) as file:
        fields.update(json.load(file))
    case = type("Conformance", (jupyter_kernel_test.KernelTests,), fields)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    bad = len(result.failures) + len(result.errors)
    return f"{result.testsRun - bad - len(result.skipped)} of {result.testsRun}, {len(result.skipped)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL")
    parser.add_argument("--cells", type=int, default=300, help="cells for each latency (300)")
    parser.add_argument("--starts", type=int, default=3, help="starts of each kernel (3)")
    parser.add_argument("--json", help="write the table to a file too")
    options = parser.parse_args()
    specs = {n: s["spec"] for n, s in KernelSpecManager().get_all_specs().items()}
    names = options.kernels or [n for n, s in specs.items() if s["language"].lower() in SNIPPETS]
    table = {}
    for name in names:
        options.language = specs[name]["language"].lower()
        print(f"measuring {name}", file=sys.stderr)
        column = table[name] = {}
        with Kernel(name, options.language) as kernel:
            for title, measure in ROWS:
                try:
                    column[title] = measure(kernel, options)
                except Exception as fault:  # a dead kernel is a finding, not an end
                    column[title] = f"failed: {type(fault).__name__}"
                print(f"  {title}: {column[title]}", file=sys.stderr)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(table, file, indent=1)
    widths = [max(len(t) for t, _ in ROWS)] + [max(len(n), *(len(v) for v in table[n].values())) for n in names]
    for cells in [["", *names], ["-" * w for w in widths], *([t, *(table[n][t] for n in names)] for t, _ in ROWS)]:
        print("| " + " | ".join(c.ljust(w) for c, w in zip(cells, widths)) + " |")


if __name__ == "__main__":
    main()
