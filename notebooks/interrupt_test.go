//go:build unix

package notebooks

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"unfold/kernel/kerneltest"
)

// interrupts are what cells may be doing when the reader wants them to end.
var interrupts = []struct {
	name, code string
	asks       bool // the cell waits for input
}{
	{name: "loop", code: "for {}"},
	{name: "loop that prints", code: "import \"fmt\"\nfor i := 0; ; i++ { fmt.Println(i) }"},
	{name: "stage, graph", code: "swissroll(n=4000, seed=%d) | isomap(k=10)"},
	{name: "stage, machine", code: "waveform(n=40000, seed=%d) | scale | svm(C=1000)"},
	{name: "sweep", code: "waveform(n=2000, seed=%d) | scale | isomap(k=5..20, dim=2..6) | krr(lambda=1e-4..1 log 5) | svm | cv(5)"},
	{name: "sleep", code: "import \"time\"\ntime.Sleep(time.Hour)"},
	{name: "channel", code: "<-make(chan int)"},
	{name: "input", code: "import \"fmt\"\nvar name string\nfmt.Scan(&name)", asks: true},
}

// interruptRounds is how often each is interrupted each way; UNFOLD_ROUNDS in
// the environment sets it, for a distribution worth its name.
func interruptRounds() int {
	if n, err := strconv.Atoi(os.Getenv("UNFOLD_ROUNDS")); err == nil {
		return n
	}
	return 3
}

// TestInterruptLeavesTheSessionAlive does what a person does: starts something
// long, interrupts it by message or by signal, and looks at what the session
// still knows. The times are printed; only a hang fails the test.
func TestInterruptLeavesTheSessionAlive(t *testing.T) {
	p := launch(t)
	c := kerneltest.Connect(t, p.at)
	if status, _, value, _ := outcome(c.Run("kept := 42")); status != "ok" {
		t.Fatal(value)
	}
	ways := []struct {
		name string
		do   func()
	}{
		{"message", func() { c.Ask(c.Control, "interrupt_request", struct{}{}) }},
		{"SIGINT", func() { p.cmd.Process.Signal(os.Interrupt) }},
	}
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tway\ttimes\tp50 ms\tp99 ms\tslowest ms")
	seed := 0
	for _, each := range interrupts {
		for _, way := range ways {
			var took []time.Duration
			for range interruptRounds() {
				seed++
				code := each.code
				if strings.Contains(code, "%d") {
					code = fmt.Sprintf(code, seed)
				}
				request := c.Send(c.Shell, "execute_request", map[string]any{"code": code, "allow_stdin": true})
				if each.asks {
					question(t, c)
				} else {
					time.Sleep(150 * time.Millisecond)
				}
				asked := time.Now()
				way.do()
				tr := c.Finish(request)
				took = append(took, time.Since(asked))
				if status, name, value, _ := outcome(tr); status != "error" || name != "Interrupted" {
					t.Fatalf("%s, %s: the cell ends as %s, %s: %s", each.name, way.name, status, name, value)
				}
			}
			slices.Sort(took)
			ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()*1000) }
			n := len(took)
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", each.name, way.name, n, ms(took[n/2]), ms(took[n*99/100]), ms(took[n-1]))
		}
		if after := c.Run("kept"); shown(after) != "42" {
			t.Fatalf("%s: the session forgot: %s", each.name, after)
		}
	}
	for _, way := range ways { // nothing runs
		way.do()
		time.Sleep(50 * time.Millisecond) // a signal may take longer than the next cell
		if after := c.Run("kept"); shown(after) != "42" {
			t.Fatalf("idle, %s: the session forgot: %s", way.name, after)
		}
	}
	w.Flush()
	t.Logf("\n%s", table.String())
	if share, known := p.busyShare(); known {
		t.Logf("processor time afterwards: %.1f %%", 100*share)
		if share > 0.5 {
			t.Errorf("the kernel keeps a processor busy for %.0f %% when all is interrupted", 100*share)
		}
	}
}

// question waits until the cell asks its reader something.
func question(t *testing.T, c *kerneltest.Client) {
	t.Helper()
	select {
	case m, ok := <-c.Stdin.Messages():
		if !ok || m.Header.Type != "input_request" {
			t.Fatalf("a question is %v", m.Header.Type)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the cell does not ask")
	}
}

// busyShare is how much processor time the kernel and its worker use in half a
// second, where the system tells.
func (p *program) busyShare() (share float64, known bool) {
	const span = 500 * time.Millisecond
	before, ok := p.ticks()
	time.Sleep(span)
	after, still := p.ticks()
	const ticksPerSecond = 100 // of /proc, on all systems that have it
	return float64(after-before) / ticksPerSecond / span.Seconds(), ok && still
}

func (p *program) ticks() (sum int, known bool) {
	for _, pid := range []int{p.cmd.Process.Pid, p.worker()} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return 0, false
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		for _, f := range fields[11:13] {
			n, err := strconv.Atoi(f)
			if err != nil {
				return 0, false
			}
			sum += n
		}
	}
	return sum, true
}

// TestTerminalInterruptReachesOnlyTheKernel sends SIGINT to the worker, as a
// terminal does: the worker leaves it to the kernel.
func TestTerminalInterruptReachesOnlyTheKernel(t *testing.T) {
	needProc(t)
	p := launch(t)
	c := kerneltest.Connect(t, p.at)
	c.Run("kept := 42")
	request := c.Send(c.Shell, "execute_request", map[string]any{"code": "import \"time\"\ntime.Sleep(300 * time.Millisecond)\nkept"})
	if err := syscall.Kill(p.worker(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if tr := c.Finish(request); shown(tr) != "42" {
		t.Errorf("the cell says %s", tr)
	}
}
