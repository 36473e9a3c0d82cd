package kernel

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of time in /proc, the same on all architectures.
const tick = 10 * time.Millisecond

// readCPU returns how long a process has been at work, 0 if it has gone.
func readCPU(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name of the program, in parentheses, may hold anything. The times in
	// user and system mode are the 12th and 13th field behind it.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * tick
}

// readMemory returns the bytes of a process that are in memory. Of another than
// this one, files are left out: they are the program, which both run. The
// system would share them out exactly, but takes its time over large processes.
func readMemory(pid int) int64 {
	sizes := readSizes(fmt.Sprintf("/proc/%d/status", pid))
	if pid != os.Getpid() {
		return sizes["VmRSS"] - sizes["RssFile"]
	}
	return sizes["VmRSS"]
}

func readHostMemory() *hostMemory {
	s := readSizes("/proc/meminfo")
	if s["MemTotal"] == 0 {
		return nil
	}
	m := &hostMemory{
		Total: s["MemTotal"], Available: s["MemAvailable"], Free: s["MemFree"], Active: s["Active"], Inactive: s["Inactive"],
		Buffers: s["Buffers"], Cached: s["Cached"] + s["SReclaimable"], Shared: s["Shmem"], Slab: s["Slab"],
	}
	m.Used = max(0, m.Total-m.Free-m.Buffers-m.Cached)
	m.Percent = 100 * float64(m.Total-m.Available) / float64(m.Total)
	return m
}

// readHostTime adds up the processors' times in /proc/stat.
func readHostTime() (t hostTime) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return t
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(line) {
		n, _ := strconv.ParseInt(field, 10, 64)
		if i == 0 || i > 8 {
			continue // the word cpu; times of guests, which are counted already
		}
		t.all += n
		if i != 4 && i != 5 { // idle, and waiting for a disk
			t.busy += n
		}
	}
	return t
}

// readSizes reads lines such as "MemTotal: 12 kB" of a file, as bytes by name.
func readSizes(name string) map[string]int64 {
	sizes := make(map[string]int64)
	text, err := os.ReadFile(name)
	if err != nil {
		return sizes
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		name, rest, _ := strings.Cut(lines.Text(), ":")
		if fields := strings.Fields(rest); len(fields) == 2 && fields[1] == "kB" {
			n, _ := strconv.ParseInt(fields[0], 10, 64)
			sizes[name] = n << 10
		}
	}
	return sizes
}
