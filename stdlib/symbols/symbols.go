// Package symbols holds the tables by which a cell imports compiled packages:
// gonum, its plots, and the engine of unfold. The tables are generated; this
// file is the list of what is in them.
package symbols

import "reflect"

//go:generate go run github.com/traefik/yaegi/cmd/yaegi extract -name symbols gonum.org/v1/gonum/mat gonum.org/v1/gonum/stat gonum.org/v1/gonum/stat/distuv gonum.org/v1/gonum/floats gonum.org/v1/gonum/optimize
//go:generate go run github.com/traefik/yaegi/cmd/yaegi extract -name symbols gonum.org/v1/plot gonum.org/v1/plot/plotter gonum.org/v1/plot/plotutil gonum.org/v1/plot/vg gonum.org/v1/plot/vg/draw gonum.org/v1/plot/palette
//go:generate go run github.com/traefik/yaegi/cmd/yaegi extract -name symbols unfold/engine

// Symbols maps "path/name" of a package to its exported names.
var Symbols = map[string]map[string]reflect.Value{}
