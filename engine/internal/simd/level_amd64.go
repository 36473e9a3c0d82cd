//go:build !portable

package simd

import "golang.org/x/sys/cpu"

func detect() Level {
	switch x := cpu.X86; {
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL:
		return AVX512
	case x.HasAVX2 && x.HasFMA:
		return AVX2
	}
	return Portable
}
