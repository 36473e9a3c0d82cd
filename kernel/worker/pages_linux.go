package worker

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// dropPages lets go of the pages of files, the program's above all, that are
// mapped and have not been written to: code and constants. The system maps many
// around each one that is touched, so of a large program nearly all are
// resident after its start. They stay in the page cache. What is read-only now
// may have been written before: the addresses of the C library's functions,
// which the loader puts there, exist nowhere else, in memory or in swap.
func dropPages() {
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	var start, end uint64 // of the mapping that the lines are about
	clean := false        // it is of a file, cannot be written to and never was
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		switch fields[0] {
		case "Anonymous:", "Swap:":
			clean = clean && fields[1] == "0"
		case "VmFlags:": // the last line
			if clean {
				drop(start, end)
			}
		default:
			if !strings.HasSuffix(fields[0], ":") {
				start, end = extent(fields[0])
				clean = start < end && len(fields) == 6 && strings.HasPrefix(fields[5], "/") && !strings.Contains(fields[1], "w")
			}
		}
	}
}

// extent reads where a mapping is; nowhere if that cannot be read.
func extent(text string) (start, end uint64) {
	from, to, _ := strings.Cut(text, "-")
	start, err := strconv.ParseUint(from, 16, 64)
	if err != nil {
		return 0, 0
	}
	end, err = strconv.ParseUint(to, 16, 64)
	if err != nil {
		return 0, 0
	}
	return start, end
}

// drop lets go of the pages between two addresses.
func drop(start, end uint64) {
	// Without the first, a page that is needed again brings 2 MB with it. The
	// package's own function takes slices; Go knows nothing of these addresses.
	for _, advice := range []uintptr{unix.MADV_NOHUGEPAGE, unix.MADV_DONTNEED} {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(start), uintptr(end-start), advice)
	}
}
