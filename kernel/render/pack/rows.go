package pack

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Rows are what rows of a source hold, for a page's script to tell of the mark of a
// row.
type Rows struct {
	Source  string
	Numbers []int // of the rows, in the source
	Columns []Column
	More    int // columns that are left out
}

// A Column is a column of rows: numbers, or names by number; NaN where a cell is missing.
type Column struct {
	Name   string
	Values []float64
	Names  []string
}

// JSON returns the rows as the script reads them: numbers as whole ones of so many
// decimals, as a source writes them, or of as many as fit into 16 bits.
func (r Rows) JSON() ([]byte, error) {
	type written struct {
		Name     string   `json:"name"`
		Values   *Numbers `json:"v"`
		Low      int      `json:"lo"`
		Decimals int      `json:"p"`
		None     int      `json:"none"` // what stands for a missing cell
		Names    []string `json:"names,omitempty"`
	}
	page := struct {
		Source  string    `json:"source"`
		Rows    *Numbers  `json:"rows,omitempty"`
		Columns []written `json:"columns"`
		More    int       `json:"more,omitempty"`
	}{Source: r.Source, Rows: Counting(r.Numbers), More: r.More, Columns: []written{}}
	for _, c := range r.Columns {
		codes, low, decimals, none := wholeNumbers(c.Values)
		page.Columns = append(page.Columns, written{c.Name, Counting(codes), low, decimals, none, c.Names})
	}
	data, err := json.Marshal(page)
	if err != nil {
		return nil, fmt.Errorf("rows of a figure: %w", err)
	}
	return data, nil
}

// wholeNumbers writes numbers as low + code units of the last of some decimals; none is the
// code of a missing one.
func wholeNumbers(values []float64) (codes []int, low, decimals, none int) {
	known := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !finite(v) })
	if len(known) == 0 {
		return make([]int, len(values)), 0, 0, 0
	}
	least, most := slices.Min(known), slices.Max(known)
	decimals = decimalsOf(known, most-least)
	by := math.Pow10(decimals)
	low = int(math.Round(least * by))
	none = int(math.Round(most*by)) - low + 1
	for _, v := range values {
		code := none
		if finite(v) {
			code = int(math.Round(v*by)) - low
		}
		codes = append(codes, code)
	}
	return codes, low, decimals, none
}

// decimalsOf is how many decimals numbers are written with, or, where these are very many,
// how many fit into 16 bits over their range.
func decimalsOf(values []float64, span float64) int {
	const most, near = 6, 1e-9
	for decimals := range most + 1 {
		by := math.Pow10(decimals)
		if !slices.ContainsFunc(values, func(v float64) bool { return math.Abs(v*by-math.Round(v*by)) > near*max(1, math.Abs(v*by)) }) {
			return decimals
		}
	}
	return max(0, min(most, int(math.Floor(math.Log10(math.MaxUint16/max(span, 1e-300))))))
}
