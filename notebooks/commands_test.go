//go:build unix

package notebooks

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"unfold/kernel/kerneltest"
)

// TestCommandsInTheKernel gives commands to the program as a front end does.
func TestCommandsInTheKernel(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "cell.uf"), []byte("x := 5\nx"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := launch(t)
	c := kerneltest.Connect(t, p.at)
	ok := func(code string) kerneltest.Transcript {
		t.Helper()
		tr := c.Run(code)
		if status, name, value, _ := outcome(tr); status != "ok" {
			t.Fatalf("%s\nends as %s: %s", code, name, value)
		}
		return tr
	}
	ok("%cd " + folder)
	time.Sleep(1500 * time.Millisecond) // it has slimmed down by now
	ok("%env UNFOLD_TEST='a b'")
	if got := shown(ok("import \"os\"\nos.Getenv(\"UNFOLD_TEST\")")); got != "a b" {
		t.Errorf("the variable is %q", got)
	}
	if got := shown(ok("%run cell.uf\nx + 1")); got != "6" {
		t.Errorf("the script leaves %q", got)
	}
	for code, want := range map[string]string{"%load cell.uf": "set_next_input", "isomap?": "page"} {
		var reply struct {
			Payload []struct{ Source, Text string }
		}
		if err := json.Unmarshal(ok(code).Reply.Content, &reply); err != nil || len(reply.Payload) != 1 || reply.Payload[0].Source != want {
			t.Errorf("%s: payload %+v, %v", code, reply.Payload, err)
		}
	}
	if _, name, value, _ := outcome(c.Run("x\n%nosuch")); name != "CommandError" || !strings.Contains(value, ":2:1: ") {
		t.Errorf("an unknown command is %s: %s", name, value)
	}
}

// TestInterruptedProgramsAreGone interrupts what a shell runs, in both ways,
// and looks for the processes.
func TestInterruptedProgramsAreGone(t *testing.T) {
	folder := t.TempDir()
	p := launch(t)
	c := kerneltest.Connect(t, p.at)
	for i, way := range []func(){
		func() { c.Ask(c.Control, "interrupt_request", struct{}{}) },
		func() { p.cmd.Process.Signal(os.Interrupt) },
	} {
		file := filepath.Join(folder, fmt.Sprint(i))
		request := c.Send(c.Shell, "execute_request", map[string]any{"code": "!sleep 300 & echo $! > " + file + ".new; mv " + file + ".new " + file + "; wait"})
		pid := 0
		for pid == 0 {
			time.Sleep(10 * time.Millisecond)
			if text, err := os.ReadFile(file); err == nil {
				pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			} else if !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		way()
		if status, name, value, _ := outcome(c.Finish(request)); status != "error" || name != "Interrupted" {
			t.Errorf("the cell ends as %s, %s: %s", status, name, value)
		}
		gone(t, pid)
	}
}

// gone waits until there is no such process; one that nobody has asked for its
// end counts as gone.
func gone(t *testing.T, pid int) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && strings.Contains(string(text), ") Z ") {
			return
		}
	}
	t.Errorf("process %d is still there", pid)
}
