//go:build unix

package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// NeedProc skips the test where processes cannot be looked up, and where [NeedTime] does.
func NeedProc(t *testing.T) {
	t.Helper()
	NeedTime(t)
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc to find processes by")
	}
}

// Children are the processes that a process has started and that run.
func Children(pid int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended meanwhile
		}
		after := fields(text)
		if len(after) > 1 && after[0] != "Z" && after[1] == strconv.Itoa(pid) {
			child, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			pids = append(pids, child)
		}
	}
	return pids
}

// WaitForEnd waits until there is no such process; one that nobody has asked
// for its end counts as gone.
func WaitForEnd(t *testing.T, pid int) {
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

// ticks is how much processor time a process has used, in hundredths of a
// second, where the system tells.
func ticks(pid int) (sum int, known bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	for _, f := range fields(text)[11:13] {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, false
		}
		sum += n
	}
	return sum, true
}

// fields are those of a process's stat file from its state on.
func fields(stat []byte) []string {
	return strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
}
