//go:build !amd64 || portable

package simd

func detect() Level { return Portable }
