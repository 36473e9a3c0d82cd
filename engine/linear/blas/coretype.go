//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"os"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/cpu"
)

// load opens a library. An OpenBLAS that is older than the processor does not
// know it and takes its code for the processors of 2004, five times slower
// than need be. Then it is opened again, told by its own environment variable
// which of its code the processor can run.
func load(name string) (uintptr, error) {
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return 0, err
	}
	const variable = "OPENBLAS_CORETYPE"
	better := coreType()
	if os.Getenv(variable) != "" || better == "" || coreName(handle) != "Prescott" {
		return handle, nil
	}
	if !setenv(variable, better) || purego.Dlclose(handle) != nil {
		return handle, nil
	}
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

// coreType is OpenBLAS's name for the newest code that this processor runs;
// empty where its own choice is as good.
func coreType() string {
	switch x := cpu.X86; {
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL:
		return "SkylakeX"
	case x.HasAVX2 && x.HasFMA:
		return "Haswell"
	}
	return ""
}

func coreName(handle uintptr) string {
	symbol, err := purego.Dlsym(handle, "openblas_get_corename")
	if err != nil {
		return ""
	}
	var name func() string
	purego.RegisterFunc(&name, symbol)
	return name()
}

// setenv changes the environment that C code sees, which without cgo is not
// the one that os.Setenv changes.
func setenv(name, value string) bool {
	symbol, err := purego.Dlsym(purego.RTLD_DEFAULT, "setenv")
	if err != nil {
		return false
	}
	var set func(name, value string, overwrite int32) int32
	purego.RegisterFunc(&set, symbol)
	return set(name, value, 1) == 0
}
