package layout

import (
	"context"

	"unfold/engine/internal/parallel"
)

// A spectrum transforms tables of rows×columns numbers, each a product of 2, 3
// and 5. Rows and columns are dealt out to processors.
type spectrum struct {
	rows, columns int
	along, down   *fourier // of a row, of a column
}

func newSpectrum(rows, columns int) *spectrum {
	s := &spectrum{rows: rows, columns: columns, along: newFourier(columns)}
	s.down = s.along
	if rows != columns {
		s.down = newFourier(rows)
	}
	return s
}

// inLine is how many columns are transformed together: two lines of the cache.
const inLine = 8

// lines is the workspace of one goroutine.
type lines struct{ x, space []complex128 }

// half is how many columns the transform of real numbers is told by: those behind
// are the conjugates of these.
func (s *spectrum) half() int { return s.columns/2 + 1 }

// transformReal transforms a table of real numbers to the first half of its
// columns. Of its rows only the first few hold anything but zeros; two of them are
// transformed as the parts of one.
func (s *spectrum) transformReal(ctx context.Context, table []complex128, few int) error {
	fresh := func() *lines {
		return &lines{make([]complex128, s.columns), make([]complex128, s.columns)}
	}
	err := parallel.With(ctx, (few+1)/2, 4, fresh, func(w *lines, lo, hi int) {
		for i := 2 * lo; i < min(2*hi, few); i += 2 {
			s.transformTwo(w, table[i*s.columns:], i+1 < few)
		}
	})
	if err != nil {
		return err
	}
	return s.transformColumns(ctx, table, s.half())
}

// transformTwo transforms a row of real numbers and, if there is one, the next,
//
//	A_k = (X_k + X̄_−k)/2,  B_k = (X_k − X̄_−k)/2i,  X the transform of a + ib
func (s *spectrum) transformTwo(w *lines, rows []complex128, two bool) {
	a, b := rows[:s.columns], []complex128(nil)
	if two {
		b = rows[s.columns : 2*s.columns]
	}
	for c, v := range a {
		w.x[c] = v
		if two {
			w.x[c] = complex(real(v), real(b[c]))
		}
	}
	x := s.along.transform(w.x, w.space)
	for c := range s.half() {
		here, there := x[c], x[(s.columns-c)%s.columns]
		a[c] = complex((real(here)+real(there))/2, (imag(here)-imag(there))/2)
		if two {
			b[c] = complex((imag(here)+imag(there))/2, (real(there)-real(here))/2)
		}
	}
}

// transformRows transforms the first few rows.
func (s *spectrum) transformRows(ctx context.Context, table []complex128, few int) error {
	return parallel.With(ctx, few, 8, func() []complex128 { return make([]complex128, s.columns) }, func(space []complex128, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := table[i*s.columns:][:s.columns]
			copy(row, s.along.transform(row, space))
		}
	})
}

// transformColumns transforms the first few columns.
func (s *spectrum) transformColumns(ctx context.Context, table []complex128, few int) error {
	fresh := func() *lines {
		return &lines{make([]complex128, inLine*s.rows), make([]complex128, s.rows)}
	}
	return parallel.With(ctx, few, inLine, fresh, func(w *lines, lo, hi int) {
		wide := hi - lo
		for i := range s.rows {
			for c, v := range table[i*s.columns+lo:][:wide] {
				w.x[c*s.rows+i] = v
			}
		}
		for c := range wide {
			x := w.x[c*s.rows:][:s.rows]
			copy(x, s.down.transform(x, w.space))
		}
		for i := range s.rows {
			row := table[i*s.columns+lo:][:wide]
			for c := range row {
				row[c] = w.x[c*s.rows+i]
			}
		}
	})
}
