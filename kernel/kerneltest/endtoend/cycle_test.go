//go:build unix

package endtoend

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/program"
)

// cycles is how often the kernel is started and shut down; UNFOLD_CYCLES in
// the environment sets it.
func cycles() int {
	if n, err := strconv.Atoi(os.Getenv("UNFOLD_CYCLES")); err == nil {
		return n
	}
	return 5
}

// TestCyclesLeaveNothing starts the kernel, runs a cell, leaves another at
// work and asks for the end: no process and no file stays.
func TestCyclesLeaveNothing(t *testing.T) {
	program.NeedProc(t)
	folder := t.TempDir()
	var slowest time.Duration
	for range cycles() {
		kernel := program.Start(t, "TMPDIR="+folder)
		c := kerneltest.Connect(t, kernel.Connection)
		if tr := c.Run("1 + 2"); tr.Result() != "3" {
			t.Fatalf("a cell says %s", tr)
		}
		worker := kernel.Worker()
		c.Send(c.Shell, "execute_request", map[string]any{"code": "import \"time\"\nfor { time.Sleep(time.Second) }"})
		began := time.Now()
		c.Ask(c.Control, "shutdown_request", map[string]any{"restart": false})
		if err := kernel.Wait(); err != nil {
			t.Fatalf("the kernel ends with %v", err)
		}
		slowest = max(slowest, time.Since(began))
		if _, err := os.Stat("/proc/" + strconv.Itoa(worker)); err == nil {
			t.Fatalf("its worker lives on")
		}
		c.Close()
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	t.Logf("%d cycles, the slowest end took %v", cycles(), slowest)
}
