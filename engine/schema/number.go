package schema

import (
	"encoding/json"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Number is a number that JSON can hold.
type Number float64

// MarshalJSON writes a number that is finite, and null for others.
func (f Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads a number, and null as NaN.
func (f *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}

// Row returns the numbers of a row.
func Row(values []float64) []Number {
	out := make([]Number, len(values))
	for i, v := range values {
		out[i] = Number(v)
	}
	return out
}

// Rows returns those of a matrix by rows; none of nil.
func Rows(x *mat.Dense) [][]Number {
	if x == nil {
		return [][]Number{}
	}
	n, _ := x.Dims()
	rows := make([][]Number, n)
	for i := range rows {
		rows[i] = Row(x.RawRowView(i))
	}
	return rows
}
