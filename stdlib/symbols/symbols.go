// Package symbols holds the tables by which a cell imports compiled packages
// that are not Go's own: gonum, its plots, and the engine of unfold. The
// tables are generated; this file says what is in them.
package symbols

//go:generate go run unfold/dsl/interp/extract -package symbols gonum.org/v1/gonum/mat gonum.org/v1/gonum/stat gonum.org/v1/gonum/stat/distuv gonum.org/v1/gonum/stat/distmv gonum.org/v1/gonum/stat/combin gonum.org/v1/gonum/floats gonum.org/v1/gonum/floats/scalar gonum.org/v1/gonum/cmplxs gonum.org/v1/gonum/diff/fd gonum.org/v1/gonum/dsp/fourier gonum.org/v1/gonum/integrate gonum.org/v1/gonum/interp gonum.org/v1/gonum/optimize gonum.org/v1/gonum/spatial/r2 gonum.org/v1/gonum/spatial/r3 gonum.org/v1/plot gonum.org/v1/plot/plotter gonum.org/v1/plot/plotutil gonum.org/v1/plot/vg gonum.org/v1/plot/vg/draw gonum.org/v1/plot/palette unfold/engine unfold/engine/evaluate unfold/engine/figure unfold/engine/memo unfold/engine/model unfold/engine/data/newrows unfold/engine/remedy unfold/engine/schema unfold/engine/tree
