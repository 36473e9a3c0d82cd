package packages

// absent says what to do without a package of the standard library, or a part of
// one, that cells do not have.
var absent = map[string]string{
	"embed":              "cells are not compiled, so that nothing is embedded; os.ReadFile reads a file when the cell runs",
	"plugin":             "plugins are loaded by the program that they were compiled for; import the package instead, whose source cells can read",
	"syscall":            "cells have the signals and errors of package syscall, and what tells of files and processes; packages os and os/exec do the rest",
	"log/syslog":         "log.New writes to any io.Writer, such as a connection that net.Dial opens",
	"testing/synctest":   "cells run in no bubble of virtual time",
	"testing/cryptotest": "it is for tests of compiled packages",
	"testing/slogtest":   "it is for tests of compiled packages",
	"runtime/cgo":        "cells do without C",
	"runtime/coverage":   "cells are not compiled with counters of coverage",
	"runtime/race":       "cells are not watched by the race detector",
	"runtime/msan":       "cells are not compiled with a sanitizer",
	"runtime/asan":       "cells are not compiled with a sanitizer",
}

// Absent says what to do without a package of the standard library, or a part of
// one, that cells do not have; "" for any other.
func Absent(path string) string { return absent[path] }
