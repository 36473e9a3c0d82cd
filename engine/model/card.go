package model

import (
	"cmp"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
)

// A Card says what a model is: what it learned from, what new rows must have, how well it
// did and how that was found. It stands in the file in JSON, for other programs too.
type Card struct {
	Sentence  string    `json:"sentence"`            // as it was asked, with its candidates
	Pipeline  string    `json:"pipeline"`            // as it ran, with what was chosen
	Steps     []Step    `json:"steps"`               // of the pipeline, one by one
	Program   string    `json:"program"`             // the version that learned it
	Learned   time.Time `json:"learned"`             //
	Data      Data      `json:"data"`                //
	Columns   []Column  `json:"columns"`             // what new rows must have, in this order
	Target    []string  `json:"target,omitempty"`    // the columns that were to be learned
	Aside     []string  `json:"aside,omitempty"`     // further columns, from which nothing was learned
	Classes   []string  `json:"classes,omitempty"`   // by their numbers
	Responses []string  `json:"responses,omitempty"` // of a row; none where classes are predicted
	Predictor string    `json:"predictor,omitempty"` // the stage that predicts
	Mixed     bool      `json:"mixed,omitempty"`     // the predictor takes levels and missing cells
	Choice    *Choice   `json:"choice,omitempty"`    // between candidates, if there were any
	Scores    []Score   `json:"scores,omitempty"`    // as measured on rows that were held
	Measured  string    `json:"measured,omitempty"`  // by which protocol
	Notes     []string  `json:"notes,omitempty"`     // of what was learned
	Holds     []Holding `json:"holds,omitempty"`     // what of training rows the file holds
}

// A Step is a stage of the pipeline with its arguments.
type Step struct {
	Name string `json:"name"`
	Role string `json:"role"`
	Text string `json:"text"`
}

// Data is what a model has learned from.
type Data struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	SHA256 string `json:"sha256,omitempty"` // of the file that was read
	Digest string `json:"digest"`           // of all that stages could know of the rows
	Rows   int    `json:"rows"`
	Known  int    `json:"known"` // of them with a label
}

// A Column is a column that new rows must have.
type Column struct {
	Name    string   `json:"name"`
	Levels  []string `json:"levels"`            // null of numbers
	Written string   `json:"written,omitempty"` // how numbers are written, such as %
	Mends   []string `json:"mends,omitempty"`   // what became of cells before they were read
}

// A Score is how well the pipeline did on rows that it had not learned from.
type Score struct {
	Name   string   `json:"name"`
	Better string   `json:"better"`
	Mean   float64  `json:"mean"`
	SD     *float64 `json:"sd,omitempty"`   // over folds
	Low    *float64 `json:"low,omitempty"`  // of the 95 % interval
	High   *float64 `json:"high,omitempty"` //
	Folds  int      `json:"folds"`
}

// A Choice is how candidates did on inner folds of all rows, and which was taken.
type Choice struct {
	Measure    string    `json:"measure"`
	Better     string    `json:"better"`
	Rule       string    `json:"rule"`
	Inner      string    `json:"inner,omitempty"` // what divided the rows; they were judged on themselves without
	Parameters []string  `json:"parameters"`
	Chosen     []string  `json:"chosen"`   // the value of each
	Count      int       `json:"count"`    // of settings
	Settings   []Setting `json:"settings"` // the best of them, best first
}

// A Setting is candidates that were tried together.
type Setting struct {
	Values []string `json:"values"`
	Mean   float64  `json:"mean"`
	SE     *float64 `json:"se,omitempty"` // the standard error of the mean
}

// A Holding is a stage that needs training rows to map or predict others.
type Holding struct {
	Stage string `json:"stage"`
	Rows  int    `json:"rows"`
}

// header is what new rows must have.
func (c *Card) header() engine.Header {
	h := engine.Header{Target: c.Target, Aside: c.Aside}
	for _, column := range c.Columns {
		h.Columns = append(h.Columns, engine.Column{Name: column.Name, Levels: column.Levels, Written: column.Written, Mends: column.Mends})
	}
	return h
}

// target is what is predicted, of no rows.
func (c *Card) target() engine.Target {
	var t engine.Target
	switch {
	case len(c.Classes) > 0:
		t.Classes, t.Labels = c.Classes, []int{}
	case len(c.Responses) > 0:
		t.Responses, t.Response = c.Responses, mat.NewDense(1, len(c.Responses), nil)
	}
	if len(c.Target) > 0 {
		t.Label = c.Target[0]
	}
	return t
}

// shape is what the learned values must fit.
func (c *Card) shape() codec.Shape {
	return codec.Shape{Columns: len(c.Columns), Levels: levelsOf(c.header().Columns), Classes: len(c.Classes), Responses: len(c.Responses)}
}

// cardOf describes a run and the report that it is of.
func cardOf(report *engine.Report, run *engine.Run) Card {
	t := report.Table
	c := Card{
		Sentence: report.Pipeline,
		Pipeline: cmp.Or(run.Pipeline, report.Pipeline),
		Program:  report.Version,
		Learned:  report.Started.UTC().Truncate(time.Second),
		Data:     dataOf(t),
		Target:   run.Header.Target,
		Aside:    run.Header.Aside,
		Mixed:    run.Mixed,
		Choice:   choiceOf(report.Tuning),
	}
	for _, column := range run.Header.Columns {
		c.Columns = append(c.Columns, Column{Name: column.Name, Levels: column.Levels, Written: column.Written, Mends: column.Mends})
	}
	if run.Predictor != nil {
		if run.Train.HasClasses() {
			c.Classes = run.Train.Classes
		} else {
			c.Responses = run.Train.ResponseNames()
		}
	}
	for _, s := range report.Steps {
		if s.Role == engine.PredictorRole {
			c.Predictor = s.Name
		}
	}
	c.Notes = notesOf(report)
	return c
}

// notesOf are the notes on what was learned; those on scores speak of rows that the model
// is not judged by.
func notesOf(report *engine.Report) (notes []string) {
	judges := map[string]bool{}
	for _, s := range slices.Concat(report.Steps, report.Added) {
		judges[s.Name] = s.Role == engine.MeasureRole
	}
	for _, n := range report.Notes {
		if !judges[n.Stage] {
			notes = append(notes, n.String())
		}
	}
	return notes
}
