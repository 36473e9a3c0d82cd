package simd

// squareSteps are the kernels of Squares, by level; a step is four registers.
var squareSteps [levels]func(dst *float64, src *float32, steps int)

// Squares sets dst[i] = src[i]², squared in float64, which is exact. dst must
// be as long as src.
func Squares(dst []float64, src []float32) {
	dst, at := dst[:len(src)], 0
	if l := Current(); squareSteps[l] != nil {
		width := 16 * int(l) // numbers a step: four registers of 4 float64 for AVX2, of 8 for AVX-512
		if steps := len(src) / width; steps > 0 {
			squareSteps[l](&dst[0], &src[0], steps)
			at = steps * width
		}
	}
	for i, v := range src[at:] {
		wide := float64(v)
		dst[at+i] = wide * wide
	}
}
