//go:build !portable

package simd

// The assembler of each kernel takes its place beside the portable code.
func init() {
	belowPanels = [levels]func(masks *uint64, sums, panels, squares, rows, bounds *float32, d, count int){AVX2: belowAVX2, AVX512: belowAVX512}
	panelSquares = [levels]func(sums *float64, panel, x *float64, bound float64, d int) uint64{AVX2: panelSquaresAVX2, AVX512: panelSquaresAVX512}
	symmetricTiles = [levels]func(tile, columnIn, columnOut, rowIn, rowOut *float64, stride, columns int){AVX2: symmetricTimesAVX2, AVX512: symmetricTimesAVX512}
	dotSteps = [levels]func(sums, x, y *float64, steps int){AVX2: dotAVX2, AVX512: dotAVX512}
	expDouble = [levels]func(dst, src *float64, steps int){AVX2: expDoubleAVX2, AVX512: expDoubleAVX512}
	expSingle = [levels]func(dst, src *float32, steps int){AVX2: expSingleAVX2, AVX512: expSingleAVX512}
	gaussDouble = [levels]func(row, shifts *float64, shift float64, steps int){AVX2: gaussDoubleAVX2, AVX512: gaussDoubleAVX512}
	copyRows = [levels]func(dst *byte, dstRow int, src *byte, srcRow, registers, rows int){AVX2: copyRowsAVX2, AVX512: copyRowsAVX2}
	columnBlocks = [levels]func(dst, columns *float64, stride int, point *float64, dim, blocks int){AVX2: columnSquaresAVX2, AVX512: columnSquaresAVX512}
	withinWords = [levels]func(mask *uint64, values *float64, bound float64, words int){AVX2: withinAVX2, AVX512: withinAVX512}
	beforeVectors = [levels]func(values *float64, vectors int, q, next float64, at int) int{AVX2: beforeAVX2, AVX512: beforeAVX512}
	mirrorRows = [levels]func(tile *float64, width int, columnIn, columnOut *float64, inStride, outStride int, rowIn, rowLanes *float64, steps int){AVX2: mirrorTimesAVX2, AVX512: mirrorTimesAVX512}
	productDouble = productKernels[float64]{
		AVX2:   {product1DoubleAVX2, product2DoubleAVX2},
		AVX512: {product1DoubleAVX512, product2DoubleAVX512, product3DoubleAVX512},
	}
	productSingle = productKernels[float32]{
		AVX2:   {product1SingleAVX2, product2SingleAVX2},
		AVX512: {product1SingleAVX512, product2SingleAVX512, product3SingleAVX512},
	}
	mirrorOneRows = [levels]func(tile *float64, stride int, columnIn, columnOut, rowIn, rowLanes *float64, steps int){AVX2: mirrorTimesOneAVX2, AVX512: mirrorTimesOneAVX512}
	relaxSingle = [levels]func(lanes *float32, row int, ends *int32, lengths *float32, count int, idle *uint8, better *int32) (found int, least float32){AVX2: relaxSingleAVX2, AVX512: relaxSingleAVX512}
	relaxDouble = [levels]func(lanes *float64, row int, ends *int32, lengths *float64, count int, idle *uint8, better *int32) (found int, least float64){AVX2: relaxDoubleAVX2, AVX512: relaxDoubleAVX512}
	relaxSome = [levels]func(lanes *float64, row int, ends *int32, lengths *float64, count int, idle *uint8, better *int32, floors *float64, floor *uint8) (found int, least float64){AVX2: relaxSomeAVX2, AVX512: relaxSomeAVX512}
	repelSingle = [levels]repelKernels[float32]{
		AVX2:   {points: [2]func(sums, points, sources *float32, count int){repel2SingleAVX2, repel3SingleAVX2}, cells: [2]func(sums, points, sources *float32, count int){repelCells2SingleAVX2, repelCells3SingleAVX2}},
		AVX512: {points: [2]func(sums, points, sources *float32, count int){repel2SingleAVX512, repel3SingleAVX512}, cells: [2]func(sums, points, sources *float32, count int){repelCells2SingleAVX512, repelCells3SingleAVX512}},
	}
	repelDouble = [levels]repelKernels[float64]{
		AVX2:   {points: [2]func(sums, points, sources *float64, count int){repel2DoubleAVX2, repel3DoubleAVX2}},
		AVX512: {points: [2]func(sums, points, sources *float64, count int){repel2DoubleAVX512, repel3DoubleAVX512}},
	}
	momentSteps = [2][levels]func(square, y, d *float64, steps int, yi, e0 float64, sums *[3 * momentLanes]float64){{AVX2: momentsAVX2, AVX512: momentsAVX512}, {AVX2: momentsSingleAVX2, AVX512: momentsSingleAVX512}}
	combinations = [levels]func(sums, rows, weights *float64, at *int32, count int){AVX2: combineAVX2, AVX512: combineAVX512}
	panelProducts = [levels]func(sums, rows, weights *float64, count int){AVX2: panelProductsAVX2, AVX512: panelProductsAVX512}
	residualUpdates = [levels]func(tops *float64, places *int64, bottoms, v *float64, rowI, rowJ *float32, up, low *uint64, step float64, words int){AVX2: updateResidualAVX2, AVX512: updateResidualAVX512}
	secondSelections = [levels]func(gains *float32, places *int32, v *float64, row, diagonal *float32, among *uint64, top, scale float64, own, flat float32, words int){AVX2: selectSecondAVX2, AVX512: selectSecondAVX512}
	tileKernels = [levels]func(tile, panel, columns, ahead *float32, depth int){AVX2: tileProductsAVX2, AVX512: tileProductsAVX512}
	timesDouble = [levels]func(dst, factors *float64, blocks int){AVX2: timesDoubleAVX2, AVX512: timesDoubleAVX512}
	timesSingle = [levels]func(dst, factors *float32, blocks int){AVX2: timesSingleAVX2, AVX512: timesSingleAVX512}
	transposeSingle = [levels]func(dst, src *float32){AVX2: transposeSingleAVX2, AVX512: transposeSingleAVX2}
	transposeDouble = [levels]func(dst, src *float64){AVX2: transposeDoubleAVX2, AVX512: transposeDoubleAVX2}
	turnSingle = [levels]func(dst *float32, dstRow int, src *float32, srcRow, tiles int){AVX2: turnSingleAVX2, AVX512: turnSingleAVX2}
	turnDouble = [levels]func(dst *float64, dstRow int, src *float64, srcRow, tiles int){AVX2: turnDoubleAVX2, AVX512: turnDoubleAVX2}
	vectorDouble = [levels]vectorKernels[float64]{
		AVX2:   {addScaledDoubleAVX2, addRowsDoubleAVX2, [2]func(sums, a *float64, aRow int, x *float64, columns int){dotRows1DoubleAVX2, dotRows4DoubleAVX2}},
		AVX512: {addScaledDoubleAVX512, addRowsDoubleAVX512, [2]func(sums, a *float64, aRow int, x *float64, columns int){dotRows1DoubleAVX2, dotRows4DoubleAVX2}},
	}
	vectorSingle = [levels]vectorKernels[float32]{
		AVX2:   {addScaledSingleAVX2, addRowsSingleAVX2, [2]func(sums, a *float32, aRow int, x *float32, columns int){dotRows1SingleAVX2, dotRows4SingleAVX2}},
		AVX512: {addScaledSingleAVX512, addRowsSingleAVX512, [2]func(sums, a *float32, aRow int, x *float32, columns int){dotRows1SingleAVX2, dotRows4SingleAVX2}},
	}
	squareSteps = [levels]func(dst *float64, src *float32, steps int){AVX2: squaresAVX2, AVX512: squaresAVX512}
}
