//go:build !portable

package simd

// The assembler of each kernel takes its place beside the portable code.
func init() {
	belowPanels = [levels]func(masks *uint64, panels, squares, rows, bounds *float32, d, count int){AVX2: belowAVX2, AVX512: belowAVX512}
	spansOf = [levels]func(sums *float64, panel, x *float64, bound float64, d int) uint64{AVX2: spansAVX2, AVX512: spansAVX512}
	mirrorTiles = [levels]func(tile, columnIn, columnOut, rowIn, rowOut *float64, stride, columns int){AVX2: mirrorAVX2, AVX512: mirrorAVX512}
	squareSteps = [levels]func(dst *float64, src *float32, steps int){AVX2: squaresAVX2, AVX512: squaresAVX512}
}
