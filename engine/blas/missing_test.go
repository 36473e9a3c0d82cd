package blas

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"unfold/engine"
)

// TestMissingLibraryIsToldOnce runs the test's own program anew, with the path
// of a library that is not there.
func TestMissingLibraryIsToldOnce(t *testing.T) {
	if os.Getenv("BLAS_MISSING") == "" {
		for wish, want := range map[string]string{"no-such-library.so": "told 1", "none": "told 0"} {
			again := exec.Command(os.Args[0], "-test.run=^TestMissingLibraryIsToldOnce$", "-test.v")
			again.Env = append(os.Environ(), "BLAS_MISSING=1", "UNFOLD_BLAS="+wish)
			out, err := again.CombinedOutput()
			if !libraryCanBeOpened() {
				want = "told 0" // whoever built this did not want it
			}
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("UNFOLD_BLAS=%s: want %q, got %v\n%s", wish, want, err, out)
			}
		}
		return
	}
	told := 0
	for stage := range 4 {
		ctx, notes := engine.WithNotes(t.Context(), "stage")
		if stage == 0 {
			product(64) // too little to be worth a word
		} else {
			engine.Remark(ctx, "something else")
			for range 5 {
				product(600)
			}
		}
		for _, note := range notes() {
			if strings.Contains(note.Text, "OpenBLAS") {
				told++
			}
		}
		if stage == 0 && told > 0 {
			t.Error("a small product was remarked on")
		}
	}
	fmt.Println("told", told)
}

func libraryCanBeOpened() bool {
	_, err := open("no-such-library.so")
	return !errors.Is(err, errLeftOut)
}

func TestAbsenceNamesTheRemedy(t *testing.T) {
	for _, c := range []struct {
		reason       error
		system, want string
	}{
		{errors.New("no OpenBLAS"), "linux", "libopenblas0-pthread"},
		{errors.New("no OpenBLAS"), "darwin", "brew install openblas"},
	} {
		if got := absenceText(c.reason, c.system); !strings.Contains(got, c.want) || !strings.Contains(got, "unfold doctor") || strings.Contains(got, "\n") {
			t.Errorf("%s: %q lacks %q", c.system, got, c.want)
		}
	}
	for _, wanted := range []error{nil, errSwitchedOff, errLeftOut} {
		if got := absenceText(wanted, "linux"); got != "" {
			t.Errorf("%v is remarked on: %q", wanted, got)
		}
	}
}

func TestVectorsAreTold(t *testing.T) {
	current, best, variable := Vectors()
	if current == "" || best == "" || variable != "UNFOLD_SIMD" {
		t.Errorf("vectors are %q of %q by %q", current, best, variable)
	}
}
