package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// peakMemory returns the most bytes that this process has held; zero where
// the system does not tell.
func peakMemory() uint64 { return kilobytes("/proc/self/status", "VmHWM:") << 10 }

// freeMemory returns what the system can give; zero where it does not tell.
func freeMemory() uint64 { return kilobytes("/proc/meminfo", "MemAvailable:") << 10 }

// machine describes where the numbers come from, in a line.
func machine() string {
	name := field("/proc/cpuinfo", "model name")
	if name == "" {
		name = "a processor that does not tell its name"
	}
	total := float64(kilobytes("/proc/meminfo", "MemTotal:")) / (1 << 20)
	return fmt.Sprintf("%s (%s), %d processors, %.0f GiB, %s", strings.TrimSpace(strings.TrimPrefix(name, ":")), runtime.GOARCH, runtime.NumCPU(), total, runtime.GOOS)
}

// kilobytes reads a number behind a name; zero where there is none.
func kilobytes(file, name string) uint64 {
	var kB uint64
	fmt.Sscan(field(file, name), &kB)
	return kB
}

// field returns what stands behind a name on a line of a file.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, name); found {
			return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), ":"))
		}
	}
	return ""
}
