package values

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/stage/generator"
)

// asideOf reads columns that n rows have aside: by name, in the order of the names,
// or as rows.
func asideOf(v any, n int) (engine.Aside, error) {
	byName, named := v.(map[string][]float64)
	switch {
	case v == nil || named && len(byName) == 0:
		return engine.Aside{}, nil
	case !named:
		return asideRows(v, n)
	}
	names := slices.Sorted(maps.Keys(byName))
	x := mat.NewDense(n, len(names), nil)
	for c, name := range names {
		if have := len(byName[name]); have != n {
			return engine.Aside{}, unlikeRows(fmt.Sprintf("column %q aside has %d values", name, have), n)
		}
		x.SetCol(c, byName[name])
	}
	return engine.Aside{X: x, Columns: generator.NumericColumns(names)}, nil
}

// asideRows reads columns aside that have no names.
func asideRows(v any, n int) (engine.Aside, error) {
	x, err := matrixOf("aside", v)
	if err != nil {
		return engine.Aside{}, err
	}
	have, columns := x.Dims()
	if have != n {
		return engine.Aside{}, unlikeRows(fmt.Sprintf("aside has %d rows", have), n)
	}
	return engine.Aside{X: x, Columns: generator.NumericColumns(generator.Numbered("aside", columns))}, nil
}

func unlikeRows(cause string, n int) error {
	return &engine.Error{Param: "aside", Cause: fmt.Sprintf("X has %d rows but %s", n, cause), Remedy: remedy.Say("give one value for each row")}
}
