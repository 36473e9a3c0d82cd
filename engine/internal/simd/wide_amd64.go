//go:build !portable

package simd

// The assembler of each kernel takes its place beside the portable code.
func init() {
	mirrorTiles = [levels]func(tile, columnIn, columnOut, rowIn, rowOut *float64, stride, columns int){AVX2: mirrorAVX2, AVX512: mirrorAVX512}
	squareSteps = [levels]func(dst *float64, src *float32, steps int){AVX2: squaresAVX2, AVX512: squaresAVX512}
}
