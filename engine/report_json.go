package engine

import (
	"encoding/json"
	"strconv"

	"unfold/engine/internal/finite"
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
		Answered    []scoreJSON      `json:"scores_unlabelled,omitempty"` // of rows whose labels a study has hidden
		Unlabelled  []predictionJSON `json:"unlabelled,omitempty"`        // what was predicted of rows without a label; the truth where a study has hidden it
		Transduced  bool             `json:"transduced"`                  // stages saw the held rows, though not their labels
		Copied      int              `json:"copied"`                      // held rows, over the folds, that equal a training row in every column
		Tuning      *tuningJSON      `json:"tuning"`                      // null without candidates
		Permutation *permutationJSON `json:"permutation"`                 // null unless labels were dealt anew
		Folds       []foldJSON       `json:"folds"`
		Notes       []Note           `json:"notes"`
		Seconds     float64          `json:"seconds"`
		Peak        uint64           `json:"peak_bytes"`
	}
	dataJSON struct {
		Source    string   `json:"source"`
		Rows      int      `json:"rows"` // with and without a label
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
		Name   string          `json:"name"`
		Better string          `json:"better"` // "higher", "lower" or "neither"
		Mean   finite.Number   `json:"mean"`
		SD     finite.Number   `json:"sd"`
		Low    finite.Number   `json:"low"`
		High   finite.Number   `json:"high"`
		Pooled bool            `json:"pooled,omitempty"` // mean is the score of all held rows together
		Folds  []finite.Number `json:"folds"`
	}
	foldJSON struct {
		Pipeline    string           `json:"pipeline"`             // with the arguments that the fold chose
		Train       []int            `json:"train"`                // the rows that are learned from, labelled ones first
		Unlabelled  []int            `json:"unlabelled,omitempty"` // those of them whose label is not known
		Held        []int            `json:"held"`
		Embedding   *embeddingJSON   `json:"embedding"`
		Predictions []predictionJSON `json:"predictions"`
	}
	embeddingJSON struct {
		Train [][]finite.Number `json:"train"`
		Held  [][]finite.Number `json:"held"`
	}
	predictionJSON struct {
		Row       int `json:"row"`
		Truth     any `json:"truth"` // a class's name, a number, or a list of the numbers of several responses
		Predicted any `json:"predicted"`
	}
)

// MarshalJSON writes the report in the form that Schema names.
func (r *Report) MarshalJSON() ([]byte, error) {
	out := reportJSON{
		Schema: Schema, Pipeline: r.Pipeline, Version: r.Version, Seed: r.Seed,
		Protocol: r.Protocol, Transduced: r.Transduced, Copied: r.Copies.Copied, Tuning: r.Tuning.json(), Permutation: r.Permutation.json(), Notes: r.Notes, Seconds: r.Seconds, Peak: r.Peak,
		Data: dataJSON{Source: r.Table.Source, Rows: r.Table.Len(), Columns: len(r.Table.Columns), Classes: r.Table.Classes, Responses: r.Table.Responses, SHA256: r.Table.SHA256},
	}
	if out.Notes == nil {
		out.Notes = []Note{}
	}
	out.Stages, out.Added = stagesJSON(r.Steps), stagesJSON(r.Added)
	for _, s := range r.Scores {
		out.Scores = append(out.Scores, s.json())
	}
	for _, s := range r.Answered {
		out.Answered = append(out.Answered, s.json())
	}
	out.Unlabelled = r.answersJSON()
	for _, run := range r.Runs {
		out.Folds = append(out.Folds, run.json())
	}
	return json.Marshal(out)
}

func (s Summary) json() scoreJSON {
	return scoreJSON{Name: s.Name, Better: s.Better.String(), Mean: finite.Number(s.Mean), SD: finite.Number(s.SD), Low: finite.Number(s.Low), High: finite.Number(s.High), Pooled: s.Pooled, Folds: finite.Row(s.Folds)}
}

// answersJSON returns what was predicted of rows without a label.
func (r *Report) answersJSON() (all []predictionJSON) {
	if r.Final == nil {
		return nil
	}
	asked, width := r.Final.Unlabelled, r.Final.Train.Width()
	for i, row := range asked.Rows {
		said := predictionJSON{Row: row, Predicted: asked.say(asked.Predicted[i*width : (i+1)*width])}
		if at := r.Final.Fold.Unlabelled[i]; r.Table.Withheld.Width() > 0 && r.Table.Withheld.Known(at) {
			said.Truth = asked.say(r.Table.Withheld.Take([]int{at}).Truth())
		}
		all = append(all, said)
	}
	return all
}

func stagesJSON(steps []StepReport) []stageJSON {
	out := []stageJSON{}
	for _, s := range steps {
		args := map[string]any{}
		for _, a := range s.Args {
			args[a.Name] = a.json()
		}
		out = append(out, stageJSON{Name: s.Name, Args: args, Kept: s.Kept, Seconds: s.Seconds, Bytes: s.Bytes})
	}
	return out
}

// json returns the value where JSON has a type for it, else its text, as for
// auto.
func (a Arg) json() any {
	if a.Text == "auto" {
		return a.Text
	}
	switch v := a.Value.(type) {
	case int, string:
		return v
	case []string:
		return append([]string{}, v...)
	case float64:
		return finite.Number(v)
	}
	return a.Text
}

func (r *Run) json() foldJSON {
	f := foldJSON{Pipeline: r.Pipeline, Train: append([]int{}, r.Train.Rows...), Held: append([]int{}, r.Held.Rows...), Predictions: []predictionJSON{}}
	if behind, _ := r.Behind(); behind.Len() > 0 {
		f.Unlabelled = behind.Rows[:len(r.Fold.Unlabelled)]
	}
	if r.Embedding != nil {
		f.Embedding = &embeddingJSON{Train: finite.Rows(r.Embedding.Y), Held: finite.Rows(r.Mapped)}
	}
	judged := r.Judged()
	truth, width := judged.Truth(), judged.Width()
	for at := 0; at < len(r.Predicted); at += width {
		f.Predictions = append(f.Predictions, predictionJSON{Row: judged.Rows[at/width], Truth: judged.say(truth[at : at+width]), Predicted: judged.say(r.Predicted[at : at+width])})
	}
	return f
}

// say names the class of a number, or gives the numbers of a row.
func (t Target) say(values []float64) any {
	switch {
	case t.HasClasses():
		return t.Classes[int(values[0])]
	case len(values) == 1:
		return finite.Number(values[0])
	}
	return finite.Row(values)
}

// The JSON of what a pipeline with candidates, or with labels dealt anew, has
// besides.
type (
	tuningJSON struct {
		Measure    string       `json:"measure"`
		Better     string       `json:"better"`
		Rule       string       `json:"rule"`
		Inner      string       `json:"inner"` // empty where training rows judged themselves
		Candidates []variedJSON `json:"varied"`
		Settings   int          `json:"settings"` // the last varied parameter changes fastest
		Folds      []chosenJSON `json:"folds"`
		Fits       int          `json:"fits"`
		Shared     int          `json:"shared"`
		Rounds     []roundJSON  `json:"rounds"`
	}
	variedJSON struct {
		Stage  string `json:"stage"`
		Param  string `json:"param"`
		Values []any  `json:"values"`
	}
	chosenJSON struct {
		Setting int               `json:"setting"`
		Args    map[string]any    `json:"args"`   // by stage and parameter: "isomap.k"
		Outer   finite.Number     `json:"outer"`  // the score on held rows
		Scores  [][]finite.Number `json:"scores"` // by setting and inner fold
		Failed  map[string]string `json:"failed"` // by setting: the reason
	}
	roundJSON struct {
		Settings int     `json:"settings"`
		Share    float64 `json:"share"`
	}
	permutationJSON struct {
		Measure string          `json:"measure"`
		Better  string          `json:"better"`
		Real    finite.Number   `json:"real"`
		Scores  []finite.Number `json:"scores"` // by deal
		P       finite.Number   `json:"p"`
	}
)

// json returns the tuning; nil of none.
func (t *Tuning) json() *tuningJSON {
	if t == nil {
		return nil
	}
	out := &tuningJSON{Measure: t.Measure, Better: t.Better.String(), Rule: t.Rule, Inner: t.Inner, Settings: t.Settings(), Fits: t.Fits, Shared: t.Shared, Rounds: []roundJSON{}}
	for _, v := range t.Candidates {
		values := make([]any, len(v.Values))
		for i := range values {
			values[i] = v.json(i)
		}
		out.Candidates = append(out.Candidates, variedJSON{v.Stage, v.Param, values})
	}
	for i := range t.Chosen {
		out.Folds = append(out.Folds, t.Chosen[i].json(t.Candidates))
	}
	for _, r := range t.Rounds {
		out.Rounds = append(out.Rounds, roundJSON(r))
	}
	return out
}

// json returns a value where JSON has a type for it.
func (v Candidates) json(i int) any { return Arg{Value: v.Values[i], Text: v.Texts[i]}.json() }

func (c *Chosen) json(varied []Candidates) chosenJSON {
	out := chosenJSON{Setting: c.Setting, Args: map[string]any{}, Outer: finite.Number(c.Outer), Failed: map[string]string{}}
	for v, digit := range Digits(varied, c.Setting) {
		out.Args[varied[v].Name()] = varied[v].json(digit)
	}
	for s, scores := range c.Scores {
		out.Scores = append(out.Scores, finite.Row(scores))
		if s < len(c.Failed) && c.Failed[s] != "" {
			out.Failed[strconv.Itoa(s)] = c.Failed[s]
		}
	}
	return out
}

// json returns the permutation; nil of none.
func (p *Permutation) json() *permutationJSON {
	if p == nil {
		return nil
	}
	return &permutationJSON{p.Measure, p.Better.String(), finite.Number(p.Real), finite.Row(p.Scores), finite.Number(p.P)}
}
