// Package prepare changes columns and chooses rows before anything else looks
// at them.
//
// What changes columns learns from the training rows alone and is then
// applied to all: the mean of scale is that of the training rows. Methods of
// numbers let categorical columns pass as they are, and turn down training
// rows with missing or infinite values. Of held rows such values come out as
// missing; whatever needs numbers next names row and column.
//
// What chooses rows (sample, dedupe) does so before any are held.
package prepare

import (
	"fmt"
	"math"

	"unfold/engine"
)

var family engine.Family

func declare[M engine.Method](s engine.Stage, make func() M) {
	engine.Declare(&family, engine.PrepareRole, s, make)
}

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

// columnsOf returns the columns of s. Embedded coordinates, which have none,
// are called y1, y2, ...
func columnsOf(s engine.Sample) []engine.Column {
	if s.Columns != nil {
		return s.Columns
	}
	_, d := s.X.Dims()
	columns := make([]engine.Column, d)
	for c := range columns {
		columns[c].Name = fmt.Sprintf("y%d", c+1)
	}
	return columns
}

// finite returns an error that names the first value of a column which is not
// a finite number. The remedy is for the stage that asks.
func finite(s engine.Sample, c int, name, stage string) error {
	n, _ := s.X.Dims()
	for r := range n {
		v := s.X.At(r, c)
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			continue
		}
		remedy := "put impute before " + stage
		if math.IsInf(v, 0) {
			remedy = fmt.Sprintf(`mend the value, or leave the column out with features="-%s"`, name)
		}
		return &engine.Error{Cause: fmt.Sprintf("row %d, column %s is %v: values must be finite", s.Rows[r], name, v), Remedy: remedy}
	}
	return nil
}
