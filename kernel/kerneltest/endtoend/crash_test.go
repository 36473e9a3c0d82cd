//go:build unix

package endtoend

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/program"
	"unfold/kernel/wire"
)

// crashes are cells that end a kernel that is not made for it.
var crashes = []struct {
	name, code string
	signal     syscall.Signal // sent to the worker once the cell runs
	want       string         // in the error
}{
	{name: "nil dereference", code: "var p *int\n*p = 1", want: "nil pointer"},
	{name: "panic", code: `panic("oh no")`, want: "oh no"},
	{name: "panic in a goroutine", code: "import \"time\"\ngo func() { var p *int; *p = 1 }()\ntime.Sleep(time.Hour)", want: "nil pointer"},
	{name: "recursion of a function", code: "func deep(n int) int { return deep(n+1) + 1 }\ndeep(1)", want: ""},
	{name: "recursion of a function value", code: "var deeper func(int) int\ndeeper = func(n int) int { return deeper(n+1) + 1 }\ndeeper(1)", want: ""},
	{name: "stack overflow in compiled code", code: "import \"fmt\"\nm := map[string]any{}\nm[\"m\"] = m\nfmt.Sprint(m)", want: "stack overflow"},
	{name: "concurrent map writes", code: "m := map[int]int{}\nfor i := 0; i < 4; i++ { go func() { for { m[1]++ } }() }\nimport \"time\"\ntime.Sleep(time.Minute)", want: "concurrent map"},
	{name: "os.Exit", code: "import \"os\"\nos.Exit(3)", want: "3"},
	{name: "log.Fatal", code: "import \"log\"\nlog.Fatal(\"enough\")", want: ""},
	{name: "runaway memory", code: "x := [][]byte{}\nfor { x = append(x, make([]byte, 1<<20)) }", want: "budget"},
	{name: "runaway memory in one piece", code: "import \"strings\"\ns := strings.Repeat(\"x\", 1<<33)\nlen(s)", want: ""},
	{name: "stage beyond the budget", code: "swissroll(n=20000) | isomap(k=10, landmarks=20000)", want: "would take"},
	{name: "panic in compiled code", code: "import \"gonum.org/v1/gonum/mat\"\nmat.NewDense(2, 2, nil).Mul(mat.NewDense(3, 3, nil), mat.NewDense(2, 2, nil))", want: "mat"},
	{name: "SIGKILL in a loop", code: "for {}", signal: syscall.SIGKILL, want: "killed"},
	{name: "SIGSEGV in a loop", code: "for {}", signal: syscall.SIGSEGV, want: "SIGSEGV"},
	{name: "SIGABRT in a stage", code: "waveform(n=20000) | scale | svm(C=1000)", signal: syscall.SIGABRT, want: "SIGABRT"},
}

// TestCrashesStayInTheirCell runs each crash in one kernel. The cell fails in
// a second or so, the kernel stays the same process, the next cell works, and
// what was declared before is there, or the reader was told that it is not.
func TestCrashesStayInTheirCell(t *testing.T) {
	program.NeedProc(t)
	kernel := program.Start(t, "UNFOLD_MEMORY=400MB")
	c := kerneltest.Connect(t, kernel.Connection)
	const declare = "func plus(n int) int { return n + 1 }\nkept := 41"
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "crash\terror after ms\terror\tnext cell\tsession")
	for _, crash := range crashes {
		if status, _, value, _ := c.Run(declare).Outcome(); status != "ok" {
			t.Fatalf("%s: declaring fails: %s", crash.name, value)
		}
		began := time.Now()
		request := c.Send(c.Shell, "execute_request", map[string]any{"code": crash.code})
		if crash.signal != 0 {
			time.Sleep(300 * time.Millisecond)
			began = time.Now()
			if err := syscall.Kill(kernel.Worker(), crash.signal); err != nil {
				t.Fatal(err)
			}
		}
		tr := c.Finish(request)
		took := time.Since(began)
		status, name, value, traceback := tr.Outcome()
		told := strings.Join(traceback, "\n") + tr.Text("stderr")
		if status != "error" {
			t.Errorf("%s: the cell ends as %s, told %q", crash.name, status, told)
		}
		if !strings.Contains(value+told, crash.want) {
			t.Errorf("%s: the error is %s: %s, want %q in it", crash.name, name, value, crash.want)
		}
		if strings.Contains(told, "goroutine 1") || strings.Contains(told, ".go:") {
			t.Errorf("%s: our own frames are shown:\n%s", crash.name, told)
		}
		if took > 10*time.Second {
			t.Errorf("%s: it took %v", crash.name, took)
		}
		next := c.Run("1 + 2")
		if next.Result() != "3" {
			t.Errorf("%s: the next cell says %s", crash.name, next)
		}
		told += next.Text("stderr")
		session := "intact"
		if after := c.Run("plus(kept)"); after.Result() != "42" {
			session = "lost, and told"
			if !strings.Contains(told, "plus") || !strings.Contains(told, "kept") {
				session = "LOST, NOT TOLD"
				t.Errorf("%s: plus(kept) says %s; the reader was told %q", crash.name, after, told)
			}
		} else if strings.Contains(told, "restored") {
			session = "restored"
		}
		if err := kernel.Process().Signal(syscall.Signal(0)); err != nil {
			t.Fatalf("%s: the kernel has ended: %v", crash.name, err)
		}
		fmt.Fprintf(w, "%s\t%d\t%.60s\t%s\t%s\n", crash.name, took.Milliseconds(), name+": "+value, next.Result(), session)
	}
	w.Flush()
	t.Logf("%d crashes in kernel %d\n%s", len(crashes), kernel.Process().Pid, table.String())
}

// TestIdleWorkerIsReplaced kills the worker between cells.
func TestIdleWorkerIsReplaced(t *testing.T) {
	program.NeedProc(t)
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	c.Run("kept := 41")
	before := kernel.Worker()
	if err := syscall.Kill(before, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for kernel.Worker() == before || kernel.Worker() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	tr := c.Run("1 + 2")
	if tr.Result() != "3" || !strings.Contains(tr.Text("stderr"), "killed") {
		t.Errorf("the next cell says %s", tr)
	}
	t.Logf("told: %s", tr.Text("stderr"))
}

// TestWorkerEndsWithItsKernel kills the kernel, which can then do nothing for
// its worker.
func TestWorkerEndsWithItsKernel(t *testing.T) {
	program.NeedProc(t)
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	c.Run("1")
	c.Send(c.Shell, "execute_request", map[string]any{"code": "for {}"})
	worker := kernel.Worker()
	if worker == 0 {
		t.Fatal("the kernel has no worker")
	}
	if err := kernel.Process().Kill(); err != nil {
		t.Fatal(err)
	}
	kernel.Wait()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", worker))
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		if time.Now().After(deadline) {
			syscall.Kill(worker, syscall.SIGKILL)
			t.Fatal("the worker outlives its kernel")
		}
	}
}

// TestCrashAtAPrompt kills the worker while its cell waits for an answer. The
// next cell can ask again.
func TestCrashAtAPrompt(t *testing.T) {
	program.NeedProc(t)
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	ask := func() wire.Message {
		request := c.Send(c.Shell, "execute_request", map[string]any{
			"code": "import \"fmt\"\nvar name string\nfmt.Scan(&name)\nname", "allow_stdin": true,
		})
		question(t, c)
		return request
	}
	request := ask()
	if err := syscall.Kill(kernel.Worker(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if status, name, value, _ := c.Finish(request).Outcome(); status != "error" || name != "Crash" {
		t.Errorf("the cell ends as %s, %s: %s", status, name, value)
	}
	request = ask()
	c.Send(c.Stdin, "input_reply", map[string]any{"value": "Ada"})
	if tr := c.Finish(request); !strings.Contains(tr.Result(), "Ada") {
		t.Errorf("the next cell says %s", tr)
	}
}
