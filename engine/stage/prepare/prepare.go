// Package prepare changes columns and chooses rows before anything else looks
// at them.
//
// What changes columns learns from the training rows alone and is then
// applied to all: the mean of scale is that of the training rows. Methods of
// numbers let categorical columns pass as they are, and turn down training
// rows with missing or infinite values. Of held rows such values come out as
// missing; whatever needs numbers next names row and column.
//
// What chooses rows (sample, where, dedupe, head, tail) or sorts them, or those that keep their labels
// (labelled), does so before any are held. What looks at each row alone (derive,
// columns) learns nothing.
//
// Each method has a file; columnwise.go and spread.go are what those of numbers have
// in common. The package imports the engine's vocabulary, its internal packages and
// the tools that families share, and no other family. Start reading at scale.go.
package prepare

import (
	"fmt"

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
