//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"testing"

	"github.com/ebitengine/purego"
)

// TestLibraryWithoutOpenBLASFunctions is identified, as Accelerate is: none of
// OpenBLAS's own functions is needed.
func TestLibraryWithoutOpenBLASFunctions(t *testing.T) {
	handle, err := purego.Dlopen("libm.so.6", purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		t.Skip(err)
	}
	var lib library
	if admitted, err := lib.identify(handle); err != nil || admitted < 1 || lib.name != "BLAS" {
		t.Errorf("identified as %q with %d calls, %v", lib.name, admitted, err)
	}
	if _, err := bind(handle); err == nil {
		t.Error("a library without products was bound")
	}
}

func TestVersionIsRead(t *testing.T) {
	if got := version("OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH", "SkylakeX"); got != "0.3.21, SkylakeX" {
		t.Errorf("version is %q", got)
	}
	if got := version("", "Haswell"); got != "Haswell" {
		t.Errorf("version is %q", got)
	}
}
