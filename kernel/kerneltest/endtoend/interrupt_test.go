//go:build unix

package endtoend

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
	"unfold/kernel/kerneltest/program"
)

// interrupts are what cells may be doing when the reader wants them to end.
var interrupts = []struct {
	name, code string
	asks       bool // the cell waits for input
}{
	{name: "loop", code: "for {}"},
	{name: "loop that prints", code: "import \"fmt\"\nfor i := 0; ; i++ { fmt.Println(i) }"},
	{name: "stage, graph", code: "swissroll(n=16000, seed=%d) | isomap(k=10)"},
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
	program.NeedTime(t)
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	if status, _, value, _ := c.Run("kept := 42").Outcome(); status != "ok" {
		t.Fatal(value)
	}
	ways := []struct {
		name string
		do   func()
	}{
		{"message", func() { c.Ask(c.Control, "interrupt_request", struct{}{}) }},
		{"SIGINT", func() { kernel.Process().Signal(os.Interrupt) }},
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
				if status, name, value, _ := tr.Outcome(); status != "error" || name != "Interrupted" {
					t.Fatalf("%s, %s: the cell ends as %s, %s: %s", each.name, way.name, status, name, value)
				}
			}
			slices.Sort(took)
			ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()*1000) }
			n := len(took)
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\n", each.name, way.name, n, ms(took[n/2]), ms(took[n*99/100]), ms(took[n-1]))
		}
		if after := c.Run("kept"); after.Result() != "42" {
			t.Fatalf("%s: the session forgot: %s", each.name, after)
		}
	}
	for _, way := range ways { // nothing runs
		way.do()
		time.Sleep(50 * time.Millisecond) // a signal may take longer than the next cell
		if after := c.Run("kept"); after.Result() != "42" {
			t.Fatalf("idle, %s: the session forgot: %s", way.name, after)
		}
	}
	w.Flush()
	t.Logf("\n%s", table.String())
	if share, known := kernel.Busy(); known {
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

// TestTerminalInterruptReachesOnlyTheKernel sends SIGINT to the worker, as a
// terminal does: the worker leaves it to the kernel.
func TestTerminalInterruptReachesOnlyTheKernel(t *testing.T) {
	program.NeedProc(t)
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	c.Run("kept := 42")
	request := c.Send(c.Shell, "execute_request", map[string]any{"code": "import \"time\"\ntime.Sleep(300 * time.Millisecond)\nkept"})
	if err := syscall.Kill(kernel.Worker(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if tr := c.Finish(request); tr.Result() != "42" {
		t.Errorf("the cell says %s", tr)
	}
}
