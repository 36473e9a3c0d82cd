// Package reportjson writes reports as JSON, in a form that programs may rely on: a
// field is never renamed or removed under the same [Schema]. It imports the
// vocabulary of the engine alone. Start at [Marshal].
package reportjson

import (
	"encoding/json"
	"math"
	"unfold/engine"

	"gonum.org/v1/gonum/mat"
)

// Schema names the form of a report's JSON. A field is never renamed or
// removed under the same number.
const Schema = "unfold/report/1"

// The JSON of a report. Rows are numbered as in the source, from zero; numbers
// that are not finite are null.
type (
	reportJSON struct {
		Schema      string           `json:"schema"`
		Pipeline    string           `json:"pipeline"` // canonical, defaults filled in
		Version     string           `json:"version"`
		Seed        int              `json:"seed"`
		Data        dataJSON         `json:"data"`
		Protocol    string           `json:"protocol"`
		Stages      []stageJSON      `json:"stages"`
		Added       []stageJSON      `json:"added"` // measures and views that the pipeline does not name
		Scores      []scoreJSON      `json:"scores"`
		Transduced  bool             `json:"transduced"`  // stages saw the held rows, though not their labels
		Copied      int              `json:"copied"`      // held rows, over the folds, that equal a training row in every column
		Tuning      *tuningJSON      `json:"tuning"`      // null without candidates
		Permutation *permutationJSON `json:"permutation"` // null unless labels were dealt anew
		Folds       []foldJSON       `json:"folds"`
		Notes       []engine.Note    `json:"notes"`
		Seconds     float64          `json:"seconds"`
		Peak        uint64           `json:"peak_bytes"`
	}
	dataJSON struct {
		Source    string   `json:"source"`
		Rows      int      `json:"rows"`
		Columns   int      `json:"columns"`
		Classes   []string `json:"classes"`
		Responses []string `json:"responses,omitempty"` // names of several
		SHA256    string   `json:"sha256"`
	}
	stageJSON struct {
		Name    string         `json:"name"`
		Args    map[string]any `json:"args"`
		Kept    int            `json:"kept"` // folds that found it done by an earlier run
		Seconds float64        `json:"seconds"`
		Bytes   uint64         `json:"bytes"`
	}
	scoreJSON struct {
		Name   string   `json:"name"`
		Better string   `json:"better"` // "higher" or "lower"
		Mean   finite   `json:"mean"`
		SD     finite   `json:"sd"`
		Low    finite   `json:"low"`
		High   finite   `json:"high"`
		Pooled bool     `json:"pooled,omitempty"` // mean is the score of all held rows together
		Folds  []finite `json:"folds"`
	}
	foldJSON struct {
		Pipeline    string           `json:"pipeline"` // with the arguments that the fold chose
		Train       []int            `json:"train"`
		Held        []int            `json:"held"`
		Embedding   *embeddingJSON   `json:"embedding"`
		Predictions []predictionJSON `json:"predictions"`
	}
	embeddingJSON struct {
		Train [][]finite `json:"train"`
		Held  [][]finite `json:"held"`
	}
	predictionJSON struct {
		Row       int `json:"row"`
		Truth     any `json:"truth"` // a class's name, a number, or a list of the numbers of several responses
		Predicted any `json:"predicted"`
	}
)

// finite is a number that JSON can hold: null stands for NaN and infinities.
type finite float64

func (f finite) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// Marshal writes a report in the form that Schema names.
func Marshal(r *engine.Report) ([]byte, error) {
	out := reportJSON{
		Schema: Schema, Pipeline: r.Pipeline, Version: r.Version, Seed: r.Seed,
		Protocol: r.Protocol, Transduced: r.Transduced, Copied: r.Copies.Copied, Tuning: tuningOf(r.Tuning), Permutation: permutationOf(r.Permutation), Notes: r.Notes, Seconds: r.Seconds, Peak: r.Peak,
		Data: dataJSON{Source: r.Table.Source, Rows: r.Table.Len(), Columns: len(r.Table.Columns), Classes: r.Table.Classes, Responses: r.Table.Responses, SHA256: r.Table.SHA256},
	}
	if out.Notes == nil {
		out.Notes = []engine.Note{}
	}
	out.Stages, out.Added = stagesJSON(r.Steps), stagesJSON(r.Added)
	for _, s := range r.Scores {
		out.Scores = append(out.Scores, scoreJSON{Name: s.Name, Better: s.Better.String(), Mean: finite(s.Mean), SD: finite(s.SD), Low: finite(s.Low), High: finite(s.High), Pooled: s.Pooled, Folds: finites(s.Folds)})
	}
	for _, run := range r.Runs {
		out.Folds = append(out.Folds, foldOf(run))
	}
	return json.Marshal(out)
}

func stagesJSON(steps []engine.StepReport) []stageJSON {
	out := []stageJSON{}
	for _, s := range steps {
		args := map[string]any{}
		for _, a := range s.Args {
			args[a.Name] = argOf(a)
		}
		out = append(out, stageJSON{Name: s.Name, Args: args, Kept: s.Kept, Seconds: s.Seconds, Bytes: s.Bytes})
	}
	return out
}

// argOf returns the value where JSON has a type for it, else its text, as for
// auto.
func argOf(a engine.Arg) any {
	if a.Text == "auto" {
		return a.Text
	}
	switch v := a.Value.(type) {
	case int, string:
		return v
	case []string:
		return append([]string{}, v...)
	case float64:
		return finite(v)
	}
	return a.Text
}

func foldOf(r *engine.Run) foldJSON {
	f := foldJSON{Pipeline: r.Pipeline, Train: append([]int{}, r.Train.Rows...), Held: append([]int{}, r.Held.Rows...), Predictions: []predictionJSON{}}
	if r.Embedding != nil {
		f.Embedding = &embeddingJSON{Train: rowsOf(r.Embedding.Y), Held: rowsOf(r.Mapped)}
	}
	judged := r.Judged()
	truth, width := judged.Truth(), judged.Width()
	for at := 0; at < len(r.Predicted); at += width {
		f.Predictions = append(f.Predictions, predictionJSON{Row: judged.Rows[at/width], Truth: say(judged.Target, truth[at:at+width]), Predicted: say(judged.Target, r.Predicted[at:at+width])})
	}
	return f
}

// say names the class of a number, or gives the numbers of a row.
func say(t engine.Target, values []float64) any {
	switch {
	case t.HasClasses():
		return t.Classes[int(values[0])]
	case len(values) == 1:
		return finite(values[0])
	}
	return finites(values)
}

func rowsOf(x *mat.Dense) [][]finite {
	if x == nil {
		return [][]finite{}
	}
	n, _ := x.Dims()
	rows := make([][]finite, n)
	for i := range rows {
		rows[i] = finites(x.RawRowView(i))
	}
	return rows
}

func finites(values []float64) []finite {
	out := make([]finite, len(values))
	for i, v := range values {
		out[i] = finite(v)
	}
	return out
}
