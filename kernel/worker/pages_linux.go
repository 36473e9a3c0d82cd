package worker

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// dropPages lets go of the pages of the program's file that are mapped and
// have not been written to: its code and its constants. The system maps many
// around each one that is touched, so of a large program nearly all are
// resident after its start. They stay in the page cache. What is read-only now
// may have been written before: the addresses of the C library's functions,
// which the loader puts there, exist nowhere else.
func dropPages() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	var start, end uint64 // of the mapping that the lines are about; zero for one to leave alone
	for line := range strings.Lines(string(maps)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 6 && fields[5] == program && !strings.Contains(fields[1], "w"):
			from, to, _ := strings.Cut(fields[0], "-")
			start, _ = strconv.ParseUint(from, 16, 64)
			end, _ = strconv.ParseUint(to, 16, 64)
		case len(fields) >= 5:
			start, end = 0, 0
		case len(fields) == 3 && fields[0] == "Anonymous:" && fields[1] == "0" && start < end:
			drop(start, end)
		}
	}
}

// drop lets go of the pages between two addresses.
func drop(start, end uint64) {
	// Without the first, a page that is needed again brings 2 MB with it. The
	// package's own function takes slices; Go knows nothing of these addresses.
	for _, advice := range []uintptr{unix.MADV_NOHUGEPAGE, unix.MADV_DONTNEED} {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(start), uintptr(end-start), advice)
	}
}
