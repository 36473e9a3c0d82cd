package notebooks

import "testing"

// interrupted is what a person does: start a long stage, interrupt it, look at
// what the session still knows. It runs against the registered kernel, by
// message and by signal.
const interrupted = `
import sys, time, signal
from jupyter_client import KernelManager
manager = KernelManager(kernel_name="unfold")
manager.start_kernel()
client = manager.client()
client.start_channels()
client.wait_for_ready(timeout=30)

def finish(msg_id):
    while True:
        reply = client.get_shell_msg(timeout=60)
        if reply["parent_header"].get("msg_id") == msg_id:
            return reply["content"]

def check(condition, what):
    if not condition:
        sys.exit(what)

check(finish(client.execute("kept := 42"))["status"] == "ok", "the first cell fails")
for seed, way in ((1, manager.interrupt_kernel), (2, lambda: manager.signal_kernel(signal.SIGINT))):
    for cell in ("swissroll(n=8000, seed=%d) | isomap(k=10)" % seed, "waveform(n=40000, seed=%d) | scale | svm(C=1000)" % seed, "for {}", "import \"time\"\ntime.Sleep(time.Hour)"):
        long = client.execute(cell)
        time.sleep(0.4)
        asked = time.time()
        way()
        content = finish(long)
        print("%-48s %.0f ms %s %s" % (cell.splitlines()[-1], 1000 * (time.time() - asked), content["status"], content.get("ename")))
        check(content["status"] == "error" and content["ename"] == "Interrupted", "%s ended as %r" % (cell, content))
    after = client.execute("", user_expressions={"kept": "kept"})
    check(finish(after)["user_expressions"]["kept"]["data"]["text/plain"] == "42", "the session forgot")
client.stop_channels()
manager.shutdown_kernel(now=False)
print("the session lives on")
`

func TestInterruptLeavesTheSessionAlive(t *testing.T) {
	_, env := jupyter(t)
	t.Log("\n" + run(t, env, python, "-c", interrupted))
}
