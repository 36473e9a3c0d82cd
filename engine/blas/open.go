//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/ebitengine/purego"
)

// names are where OpenBLAS may be, by operating system; the loader knows the
// folders.
var names = map[string][]string{
	"linux":  {"libopenblas.so.0", "libopenblas.so"},
	"darwin": {"/opt/homebrew/opt/openblas/lib/libopenblas.dylib", "/usr/local/opt/openblas/lib/libopenblas.dylib", "libopenblas.dylib"},
}

// open opens the library at the given path, or OpenBLAS where it usually is.
func open(path string) (lib *library, from string, err error) {
	candidates := names[runtime.GOOS]
	if path != "" {
		candidates = []string{path}
	}
	var failures []error
	for _, name := range candidates {
		handle, err := load(name)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		lib, err := bind(handle)
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", name, err))
			continue
		}
		return lib, mapped(name), nil
	}
	return nil, "", fmt.Errorf("no OpenBLAS: %w", errors.Join(failures...))
}

// A library holds the addresses of OpenBLAS's Fortran routines.
type library struct {
	dgemm, dsyrk, dtrsm, dgemv, dsymv, dsyevd uintptr

	config, core func() string
	slots        chan struct{} // one for each call that may be inside
}

// bind finds the routines, and refuses a library that does not compute what
// it should.
func bind(handle uintptr) (*library, error) {
	lib := &library{}
	for name, address := range map[string]*uintptr{
		"dgemm_": &lib.dgemm, "dsyrk_": &lib.dsyrk, "dtrsm_": &lib.dtrsm,
		"dgemv_": &lib.dgemv, "dsymv_": &lib.dsymv, "dsyevd_": &lib.dsyevd,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return nil, err
		}
		*address = symbol
	}
	var setThreads func(int32)
	var parallel func() int32
	for name, function := range map[string]any{
		"openblas_set_num_threads": &setThreads, "openblas_get_parallel": &parallel,
		"openblas_get_config": &lib.config, "openblas_get_corename": &lib.core,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return nil, err
		}
		purego.RegisterFunc(function, symbol)
	}
	if strings.Contains(lib.config(), "USE64BITINT") {
		return nil, errors.New("it was built for 64-bit integers")
	}
	setThreads(1)
	admitted := runtime.NumCPU()
	if parallel() == 0 {
		admitted = 1 // built without locks
	}
	lib.slots = make(chan struct{}, admitted)
	return lib, lib.probe()
}

// probe multiplies two matrices whose product is known.
func (lib *library) probe() error {
	a, c := []float64{1, 2, 3, 4}, make([]float64, 4)
	lib.gemm('N', 'N', 2, 2, 2, 1, a, 2, a, 2, 0, c, 2)
	if want := [4]float64{7, 10, 15, 22}; [4]float64(c) != want {
		return fmt.Errorf("its product of two matrices is %v, not %v", c, want)
	}
	return nil
}

// version is such as "0.3.21, SkylakeX".
func (lib *library) version() string {
	words := strings.Fields(lib.config())
	for i, w := range words[:max(0, len(words)-1)] {
		if w == "OpenBLAS" {
			return words[i+1] + ", " + lib.core()
		}
	}
	return lib.core()
}

// mapped returns the file behind a name that the loader has resolved, where
// the system tells.
func mapped(name string) string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return name
	}
	for line := range strings.Lines(string(maps)) {
		if at := strings.IndexByte(line, '/'); at >= 0 && strings.Contains(line[at:], "openblas") {
			return strings.TrimSpace(line[at:])
		}
	}
	return name
}
