//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/ebitengine/purego"
	"gonum.org/v1/gonum/blas"
)

// names are the files of OpenBLAS, by operating system; the loader knows the
// folders.
var names = map[string][]string{
	"linux":  {"libopenblas.so.0", "libopenblas.so"},
	"darwin": {"/opt/homebrew/opt/openblas/lib/libopenblas.dylib", "/usr/local/opt/openblas/lib/libopenblas.dylib", "libopenblas.dylib"},
}

const (
	accelerate        = "/System/Library/Frameworks/Accelerate.framework/Accelerate"
	accelerateThreads = "VECLIB_MAXIMUM_THREADS" // read when its BLAS is first called
)

// open opens OpenBLAS or Accelerate by that name, or the library at a path.
func open(wish string) (*library, error) {
	candidates := []string{wish}
	switch wish {
	case "openblas":
		candidates = names[runtime.GOOS]
	case "accelerate":
		candidates = []string{accelerate}
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
		lib.path = resolvedPath(name)
		return lib, nil
	}
	return nil, fmt.Errorf("cannot be opened: %w", errors.Join(failures...))
}

// bind finds the routines, and refuses a library that does not compute what
// it should.
func bind(handle uintptr) (*library, error) {
	var single fortran[float32]
	var double fortran[float64]
	for letter, symbols := range map[string]map[string]*uintptr{"s": single.symbols(), "d": double.symbols()} {
		for name, address := range symbols {
			symbol, err := purego.Dlsym(handle, letter+name)
			if err != nil {
				return nil, err
			}
			*address = symbol
		}
	}
	lib := &library{}
	admitted, err := lib.identify(handle)
	if err != nil {
		return nil, err
	}
	single.slots = make(chan struct{}, admitted)
	double.slots = single.slots
	lib.routines = routines{single.kernels(), double.kernels()}
	return lib, errors.Join(checkProduct(&lib.routines.single), checkProduct(&lib.routines.double))
}

// identify asks a library what it is, and tells it to use one thread. It
// returns how many calls may be inside at once. A library that has none of
// OpenBLAS's own functions is Accelerate, or another that the reader named.
func (lib *library) identify(handle uintptr) (admitted int, err error) {
	if _, err := purego.Dlsym(handle, "openblas_get_config"); err != nil {
		lib.name = "BLAS"
		if _, err := purego.Dlsym(handle, "vDSP_create_fftsetup"); err == nil {
			lib.name = "Accelerate"
		}
		setenv(accelerateThreads, "1")
		return runtime.NumCPU(), nil
	}
	var setThreads func(int32)
	var parallel func() int32
	var config, core func() string
	for name, function := range map[string]any{
		"openblas_set_num_threads": &setThreads, "openblas_get_parallel": &parallel,
		"openblas_get_config": &config, "openblas_get_corename": &core,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return 0, err
		}
		purego.RegisterFunc(function, symbol)
	}
	if strings.Contains(config(), "USE64BITINT") {
		return 0, errors.New("it was built for 64-bit integers")
	}
	setThreads(1)
	lib.name, lib.version = "OpenBLAS", version(config(), core())
	if parallel() == 0 {
		return 1, nil // built without locks
	}
	return runtime.NumCPU(), nil
}

// checkProduct multiplies two matrices whose product is known.
func checkProduct[T Float](k *kernels[T]) error {
	a, c := []T{1, 2, 3, 4}, make([]T, 4)
	k.gemm(blas.NoTrans, blas.NoTrans, 2, 2, 2, 1, a, 2, a, 2, 0, c, 2)
	if want := [4]T{7, 10, 15, 22}; [4]T(c) != want {
		return fmt.Errorf("its product of two matrices is %v, not %v", c, want)
	}
	return nil
}

// version is such as "0.3.21, SkylakeX", from what OpenBLAS says of its build
// and of the processor that it found.
func version(config, core string) string {
	words := strings.Fields(config)
	for i, w := range words[:max(0, len(words)-1)] {
		if w == "OpenBLAS" {
			return words[i+1] + ", " + core
		}
	}
	return core
}

// resolvedPath returns the file behind a name that the loader has resolved,
// where the system tells.
func resolvedPath(name string) string {
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
