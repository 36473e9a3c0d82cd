package memory

import (
	"bufio"
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
)

// systemFree is the least of what the machine, the control group and, under
// version 1 of control groups, the memory controller leave.
func systemFree() (uint64, bool) { return readFree(os.ReadFile) }

// readFree reads the files of Linux; elsewhere they are missing, and nothing
// is known.
func readFree(read func(string) ([]byte, error)) (least uint64, known bool) {
	consider := func(v uint64, ok bool) {
		if ok && (!known || v < least) {
			least, known = v, true
		}
	}
	consider(available(read))
	unified, controller := controlGroups(read)
	const v2, v1 = "/sys/fs/cgroup", "/sys/fs/cgroup/memory"
	for _, g := range ancestors(unified) {
		dir := path.Join(v2, g)
		consider(groupFree(read, path.Join(dir, "memory.max"), path.Join(dir, "memory.current"), path.Join(dir, "memory.stat"), "inactive_file"))
	}
	for _, g := range ancestors(controller) {
		dir := path.Join(v1, g)
		consider(groupFree(read, path.Join(dir, "memory.limit_in_bytes"), path.Join(dir, "memory.usage_in_bytes"), path.Join(dir, "memory.stat"), "total_inactive_file"))
	}
	return least, known
}

// available reads what the kernel estimates can be had without swapping.
func available(read func(string) ([]byte, error)) (uint64, bool) {
	kB, ok := readField(read, "/proc/meminfo", "MemAvailable:")
	return kB << 10, ok
}

// controlGroups returns the control groups of this process: that of version 2
// and that of version 1's memory controller. In a container their paths may not
// exist; the root, which then stands for the group, is tried too.
func controlGroups(read func(string) ([]byte, error)) (unified, controller string) {
	unified, controller = "/", "/"
	data, _ := read("/proc/self/cgroup")
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(parts) < 3:
		case parts[1] == "":
			unified = parts[2]
		case parts[1] == "memory":
			controller = parts[2]
		}
	}
	return unified, controller
}

// ancestors returns a group and those above it, whose limits bind it too.
func ancestors(group string) []string {
	all := []string{path.Clean("/" + group)}
	for all[len(all)-1] != "/" {
		all = append(all, path.Dir(all[len(all)-1]))
	}
	return all
}

// groupFree is the limit less the usage, where cached pages that can be dropped
// do not count as used.
func groupFree(read func(string) ([]byte, error), limitFile, usageFile, statFile, cacheField string) (uint64, bool) {
	limit, ok := readNumber(read, limitFile)
	if !ok {
		return 0, false // no such file, or "max"
	}
	usage, ok := readNumber(read, usageFile)
	if !ok {
		return 0, false
	}
	if cache, ok := readField(read, statFile, cacheField); ok {
		usage -= min(usage, cache)
	}
	return limit - min(limit, usage), true
}

func readNumber(read func(string) ([]byte, error), name string) (uint64, bool) {
	data, err := read(name)
	if err != nil {
		return 0, false
	}
	v, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 64)
	return v, err == nil
}

// readField returns the number after a word at the start of a line.
func readField(read func(string) ([]byte, error), name, word string) (uint64, bool) {
	data, err := read(name)
	if err != nil {
		return 0, false
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if f := strings.Fields(lines.Text()); len(f) >= 2 && f[0] == word {
			v, err := strconv.ParseUint(f[1], 10, 64)
			return v, err == nil
		}
	}
	return 0, false
}
