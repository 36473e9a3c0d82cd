package blas

import (
	"errors"
	"runtime/debug"
)

// What keeps a program from OpenBLAS because somebody wanted it so.
var (
	errSwitchedOff = errors.New("UNFOLD_BLAS=none switches OpenBLAS off")
	errLeftOut     = errors.New("this program was built without the loader of OpenBLAS")
)

// gonumVersion reads the version of gonum that was built in, where the build
// recorded it.
func gonumVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range info.Deps {
		if m.Path == "gonum.org/v1/gonum" {
			return m.Version
		}
	}
	return ""
}
