// Package affine holds what stages share whose maps are x ↦ (x − mean) W: the map itself,
// and the whitening by which descents do not mind the units of columns.
//
// It imports the vocabulary of the engine and the tools check and spectral. Start at
// [Map].
package affine
