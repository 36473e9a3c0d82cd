package worker

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// dropPages lets go of the pages of the program's file that are mapped and
// cannot have been written to: its code and its constants. The system maps
// many around each one that is touched, so of a large program nearly all are
// resident after its start. They stay in the page cache.
func dropPages() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[5] != program || strings.Contains(fields[1], "w") {
			continue
		}
		from, to, _ := strings.Cut(fields[0], "-")
		start, err := strconv.ParseUint(from, 16, 64)
		if err != nil {
			continue
		}
		end, err := strconv.ParseUint(to, 16, 64)
		if err != nil {
			continue
		}
		// Without the first, a page that is needed again brings 2 MB with it.
		// The package's own function takes slices; Go knows nothing of these
		// addresses.
		for _, advice := range []uintptr{unix.MADV_NOHUGEPAGE, unix.MADV_DONTNEED} {
			_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(start), uintptr(end-start), advice)
		}
	}
}
