package bits

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"unfold/engine"
	"unfold/stdlib"
)

// ours is the environment in which the bits are promised: no linear algebra but
// the program's own.
const ours = "UNFOLD_BLAS=none"

// openBLAS asks for the library, where it is installed.
const openBLAS = "openblas"

// TestEveryStageHasASentence looks for stages that no digest knows of. Sources
// other than files need none, nor do those who need the network.
func TestEveryStageHasASentence(t *testing.T) {
	for _, stage := range stdlib.Catalogue().Stages() {
		said := regexp.MustCompile(`(^|\| |=|\()` + regexp.QuoteMeta(stage.Name) + `(\(| |,|\)|$)`)
		isIn := func(sentence string) bool { return said.MatchString(sentence) }
		if stage.Role != engine.SourceRole && !slices.ContainsFunc(sentences, isIn) {
			t.Errorf("no sentence has the %v %s; write one into sentences_test.go, then run with -update", stage.Role, stage.Name)
		}
	}
}

// TestDigestsAreKept compares with the digests of the repository. Where it fails
// and the change was meant, go test ./stdlib/bits -update writes them anew; where
// no change was meant, one was made.
func TestDigestsAreKept(t *testing.T) {
	got := run(t, os.Args[0], ours)
	if *update {
		if err := os.WriteFile(kept, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, read(t), got, true)
}

// TestBitsDoNotDependOnTheWay runs the sentences at every instruction set that
// this machine has, and with one thread, few and many; portable Go runs as a build of
// its own.
func TestBitsDoNotDependOnTheWay(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all sentences several times")
	}
	ways := [][]string{{"UNFOLD_SIMD=avx2", "GOMAXPROCS=5"}}
	if os.Getenv("UNFOLD_LONG") != "" {
		ways = append(ways, []string{"UNFOLD_SIMD=avx512", "GOMAXPROCS=1"})
	}
	for _, way := range ways {
		t.Run(strings.Join(way, " "), func(t *testing.T) {
			compare(t, read(t), run(t, os.Args[0], append(way, ours)...), true)
		})
	}
}

// TestBitsDoNotDependOnTheBuild runs the sentences in Go alone, on one processor,
// and if UNFOLD_LONG is set as built for newer ones, where the compiler may fuse;
// that it has nowhere to do so is a rule of the tree.
func TestBitsDoNotDependOnTheBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program anew")
	}
	t.Run("portable", func(t *testing.T) {
		compare(t, read(t), run(t, built(t, "GOFLAGS=-tags=noopenblas,portable"), ours, "GOMAXPROCS=1"), true)
	})
	t.Run("v3", func(t *testing.T) {
		if os.Getenv("UNFOLD_LONG") == "" {
			t.Skip("long: it builds all anew for another processor")
		}
		if !(cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI1 && cpu.X86.HasBMI2) {
			t.Skip("this processor does not run it")
		}
		compare(t, read(t), run(t, built(t, "GOAMD64=v3"), ours), true)
	})
}

// TestDecisionsDoNotDependOnTheLibrary runs the sentences with the code that
// OpenBLAS has for several processors: numbers differ in their last digits, and
// neighbours, choices and classes do not.
func TestDecisionsDoNotDependOnTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all sentences several times")
	}
	cores := []string{"Nehalem"} // without fused steps
	if os.Getenv("UNFOLD_LONG") != "" {
		cores = append(cores, "Haswell", "Zen", "Sandybridge")
	}
	for _, core := range cores {
		t.Run(core, func(t *testing.T) {
			if core != "Nehalem" && !(cpu.X86.HasAVX2 && cpu.X86.HasFMA) {
				t.Skip("this processor does not run it")
			}
			got := run(t, os.Args[0], "UNFOLD_BLAS="+openBLAS, "OPENBLAS_CORETYPE="+core, foreign+"=OpenBLAS")
			compare(t, read(t), got, false)
		})
	}
}

// TestBitsDoNotDependOnTheProcessor runs the sentences on an emulated arm64.
func TestBitsDoNotDependOnTheProcessor(t *testing.T) {
	if testing.Short() || os.Getenv("UNFOLD_LONG") == "" {
		t.Skip("long: it builds for another processor, and emulates that")
	}
	emulator, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Skip("needs qemu-aarch64, of the package qemu-user")
	}
	// Without the loader of libraries, it needs no system of that processor.
	program := built(t, "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=-tags=noopenblas")
	script := filepath.Join(t.TempDir(), "emulated")
	if err := os.WriteFile(script, fmt.Appendf(nil, "#!/bin/sh\nexec %s %s\n", emulator, program), 0o755); err != nil {
		t.Fatal(err)
	}
	compare(t, read(t), run(t, script, ours), true)
}

// built builds this package's tests in another environment.
func built(t *testing.T, env ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "bits.test")
	build := exec.Command("go", "test", "-c", "-o", program, ".")
	build.Env = append(os.Environ(), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// run asks a test binary for its digests.
func run(t *testing.T, program string, env ...string) []byte {
	t.Helper()
	command := exec.Command(program)
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !slices.Contains([]string{"UNFOLD_BLAS", "UNFOLD_SIMD", "OPENBLAS_CORETYPE", "GOMAXPROCS"}, name) {
			command.Env = append(command.Env, v)
		}
	}
	command.Env = append(append(command.Env, variable+"=print"), env...)
	var failed bytes.Buffer
	command.Stderr = &failed
	out, err := command.Output()
	if bytes.Contains(failed.Bytes(), []byte(missing)) {
		t.Skip("needs OpenBLAS")
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, failed.Bytes())
	}
	return out
}

// read returns the digests that are kept.
func read(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// compare tells which sentences differ, in all their numbers or in what was
// decided.
func compare(t *testing.T, want, got []byte, bits bool) {
	t.Helper()
	ours, theirs := strings.Split(strings.TrimSpace(string(want)), "\n"), strings.Split(strings.TrimSpace(string(got)), "\n")
	if len(ours) != len(theirs) {
		t.Fatalf("%d sentences, %d digests are kept; run with -update", len(theirs), len(ours))
	}
	for i := range ours {
		a, b := strings.Split(ours[i], "\t"), strings.Split(theirs[i], "\t")
		switch {
		case len(a) != 3 || len(b) != 3 || a[2] != b[2]:
			t.Errorf("%q does not belong to %q; run with -update", ours[i], theirs[i])
		case a[1] != b[1]:
			t.Errorf("decides otherwise: %s", a[2])
		case bits && a[0] != b[0]:
			t.Errorf("has other bits: %s", a[2])
		}
	}
}
