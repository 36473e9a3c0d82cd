package view

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/profile"
)

// describing is a column that can be described.
type describing struct {
	name     string
	purpose  string // what it is for, if it is not learned from
	describe func(ctx context.Context, t engine.Target) (description, error)
}

// describable returns the columns of the rows: what is to be learned, what is learned
// from, what is kept aside.
func describable(s engine.Sample) []describing {
	var all []describing
	if s.HasClasses() {
		all = append(all, describing{cmp.Or(s.Label, "class"), "class", func(ctx context.Context, t engine.Target) (description, error) {
			return description{profile.OfClasses(t), "class", profile.Association{Value: math.NaN()}}, ctx.Err()
		}})
	}
	for c, name := range s.ResponseNames() {
		all = append(all, columnOf(s.Response, engine.Column{Name: name}, c, "response"))
	}
	_, d := s.X.Dims()
	for c := range d {
		column := engine.Column{Name: fmt.Sprintf("x%d", c+1)} // of coordinates, which have no names
		if s.Columns != nil {
			column = s.Columns[c]
		}
		all = append(all, columnOf(s.X, column, c, ""))
	}
	for c, column := range s.Aside.Columns {
		all = append(all, columnOf(s.Aside.X, column, c, "aside"))
	}
	return all
}

// columnOf describes a column of a matrix.
func columnOf(x *mat.Dense, column engine.Column, c int, purpose string) describing {
	return describing{column.Name, purpose, func(ctx context.Context, t engine.Target) (description, error) {
		of, err := profile.Of(ctx, x, column, c)
		if err != nil {
			return description{}, err
		}
		with := profile.Association{Value: math.NaN()}
		if purpose != "response" {
			with = profile.With(x, column, c, t)
		}
		return description{of, purpose, with}, nil
	}}
}
