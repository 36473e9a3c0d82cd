package blas

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLibraryIsTold runs the test's own program anew, by what UNFOLD_BLAS asks
// for: reports say when results are those of a library, or when that is not
// there, but not before it was called for, nor of our own routines.
func TestLibraryIsTold(t *testing.T) {
	if os.Getenv("BLAS_TOLD") != "" {
		product(2)
		if early := Remark(); early != "" {
			t.Errorf("before the library is called for, %q is told", early)
		}
		product(64)
		fmt.Printf("told %q\n", Remark())
		return
	}
	library := "the bits of this machine"
	if _, err := open("openblas"); err != nil {
		library = "unfold's own routines"
	}
	for wish, want := range map[string]string{
		"openblas": library, "no-such-library.so": "unfold's own routines",
		"none": `told ""`, "": `told ""`,
	} {
		again := exec.Command(os.Args[0], "-test.run=^TestLibraryIsTold$", "-test.v")
		again.Env = append(os.Environ(), "BLAS_TOLD=1", Variable+"="+wish)
		if out, err := again.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s=%s: want %q, got %v\n%s", Variable, wish, want, err, out)
		}
	}
}

func TestRemarkNamesWhatWasAskedFor(t *testing.T) {
	for _, c := range []struct {
		serving backend
		want    string
	}{
		{backend{name: "unfold"}, ""},
		{backend{name: "unfold", wish: "x.so", err: errors.New("cannot be opened")}, "UNFOLD_BLAS=x.so: cannot be opened"},
		{backend{name: "OpenBLAS", version: "0.3, Zen", wish: "openblas"}, "OpenBLAS 0.3, Zen multiplied"},
		{backend{name: "BLAS", wish: "libmine.so"}, "BLAS multiplied"},
	} {
		if got := c.serving.remark(); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") || strings.Contains(got, "\n") {
			t.Errorf("%+v: %q is told, want %q", c.serving, got, c.want)
		}
	}
}

func TestVectorsAreTold(t *testing.T) {
	current, best, variable := Vectors()
	if current == "" || best == "" || variable != "UNFOLD_SIMD" {
		t.Errorf("vectors are %q of %q by %q", current, best, variable)
	}
}
