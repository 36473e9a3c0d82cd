"""Has jupyter_client start and end kernels in its ways, and tells their processes."""

import json
import os
import signal
import sys
import time

from jupyter_client.manager import KernelManager

report = {"PIDs": [], "Lives": 0, "ReadyMS": [], "RestartMS": [], "EndMS": []}


def processes(pid):
    found = [pid]
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as f:
                after = f.read().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(after[1]) == pid:
            found += processes(int(name))
    return found


def spell(key, began):
    report[key].append(1000 * (time.monotonic() - began))


def life(transport, ending):
    began = time.monotonic()
    manager = KernelManager(kernel_name="unfold", transport=transport)
    if transport == "ipc":
        manager.ip = os.path.join(os.environ["JUPYTER_RUNTIME_DIR"], "socket")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=30)
    spell("ReadyMS", began)
    client.execute_interactive("kept := 42", timeout=30)
    report["PIDs"] += processes(manager.provisioner.pid)
    if ending == "restart":
        began = time.monotonic()
        manager.restart_kernel()
        client.wait_for_ready(timeout=30)
        spell("RestartMS", began)
        reply = client.execute_interactive("kept", timeout=30, output_hook=lambda m: None)
        assert reply["content"]["status"] == "error", reply["content"]
        report["PIDs"] += processes(manager.provisioner.pid)
    if ending == "interrupt":
        cell = client.execute("for {}")
        time.sleep(0.1)
        manager.interrupt_kernel()
        client._recv_reply(cell, timeout=30)
        reply = client.execute_interactive("kept", timeout=30, output_hook=lambda m: None)
        assert reply["content"]["status"] == "ok", reply["content"]
    if ending == "busy":
        client.execute("for {}")
        time.sleep(0.1)
    if ending == "killed":
        os.kill(manager.provisioner.pid, signal.SIGKILL)
        while manager.is_alive():
            time.sleep(0.01)
    began = time.monotonic()
    client.stop_channels()
    manager.shutdown_kernel(now=ending == "now")
    spell("EndMS", began)
    report["Lives"] += 1


rounds = int(sys.argv[1])  # each has half of the pairs, the next the others
endings = "shutdown", "restart", "interrupt", "busy", "now", "killed"
for number in range(rounds):
    for i, ending in enumerate(endings):
        life(("tcp", "ipc")[(number + i) % 2], ending)
print(json.dumps(report))
