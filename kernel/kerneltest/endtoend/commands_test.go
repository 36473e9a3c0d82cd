//go:build unix

package endtoend

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/program"
)

// TestCommandsInTheKernel gives commands to the program as a front end does.
func TestCommandsInTheKernel(t *testing.T) {
	program.NeedTime(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "cell.uf"), []byte("x := 5\nx"), 0o600); err != nil {
		t.Fatal(err)
	}
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	ok := func(code string) kerneltest.Transcript {
		t.Helper()
		tr := c.Run(code)
		if status, name, value, _ := tr.Outcome(); status != "ok" {
			t.Fatalf("%s\nends as %s: %s", code, name, value)
		}
		return tr
	}
	ok("%cd " + folder)
	time.Sleep(1500 * time.Millisecond) // it has slimmed down by now
	ok("%env UNFOLD_TEST='a b'")
	if got := ok("import \"os\"\nos.Getenv(\"UNFOLD_TEST\")").Result(); got != "a b" {
		t.Errorf("the variable is %q", got)
	}
	if got := ok("os.Getenv(\"UNFOLD_MEMORY\") == \"\" || os.Getenv(\"UNFOLD_MEMORY\") == \"80%\"").Result(); got != "true" {
		t.Error("programs that cells start are given the budget of the session")
	}
	if got := ok("%run cell.uf\nx + 1").Result(); got != "6" {
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
	if _, name, value, _ := c.Run("x\n%nosuch").Outcome(); name != "CommandError" || !strings.Contains(value, ":2:1: ") {
		t.Errorf("an unknown command is %s: %s", name, value)
	}
}

// TestInterruptedProgramsAreGone interrupts what a shell runs, in both ways,
// and looks for the processes.
func TestInterruptedProgramsAreGone(t *testing.T) {
	program.NeedTime(t)
	folder := t.TempDir()
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	for i, way := range []func(){
		func() { c.Ask(c.Control, "interrupt_request", struct{}{}) },
		func() { kernel.Process().Signal(os.Interrupt) },
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
		if status, name, value, _ := c.Finish(request).Outcome(); status != "error" || name != "Interrupted" {
			t.Errorf("the cell ends as %s, %s: %s", status, name, value)
		}
		program.WaitForEnd(t, pid)
	}
}
