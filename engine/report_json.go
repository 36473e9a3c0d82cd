package engine

import (
	"encoding/json"
	"strconv"

	"unfold/engine/schema"
)

// MarshalJSON writes the report in the form that [schema.Name] names.
func (r *Report) MarshalJSON() ([]byte, error) {
	out := schema.Report{
		Schema: schema.Name, Pipeline: r.Pipeline, Version: r.Version, Seed: r.Seed,
		Protocol: r.Protocol, Transduced: r.Transduced, Copied: r.Copies.Copied, Tuning: r.Tuning.json(), Permutation: r.Permutation.json(), Seconds: r.Seconds, Peak: r.Peak, Notes: []schema.Note{},
		Data: schema.Data{Source: r.Table.Source, Rows: r.Table.Len(), Columns: len(r.Table.Columns), Classes: r.Table.Classes, Responses: r.Table.Responses, SHA256: r.Table.SHA256},
	}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, schema.Note(n))
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

func (s Summary) json() schema.Score {
	return schema.Score{Name: s.Name, Better: s.Better.String(), Mean: schema.Number(s.Mean), SD: schema.Number(s.SD), Low: schema.Number(s.Low), High: schema.Number(s.High), Pooled: s.Pooled, Folds: schema.Row(s.Folds)}
}

// answersJSON returns what was predicted of rows without a label.
func (r *Report) answersJSON() (all []schema.Prediction) {
	if r.Final == nil {
		return nil
	}
	asked, width := r.Final.Unlabelled, r.Final.Train.Width()
	for i, row := range asked.Rows {
		said := schema.Prediction{Row: row, Predicted: asked.say(asked.Predicted[i*width : (i+1)*width])}
		if at := r.Final.Fold.Unlabelled[i]; r.Table.Withheld.Width() > 0 && r.Table.Withheld.Known(at) {
			said.Truth = asked.say(r.Table.Withheld.Take([]int{at}).Truth())
		}
		all = append(all, said)
	}
	return all
}

func stagesJSON(steps []StepReport) []schema.Stage {
	out := []schema.Stage{}
	for _, s := range steps {
		args := map[string]any{}
		for _, a := range s.Args {
			args[a.Name] = a.json()
		}
		out = append(out, schema.Stage{Name: s.Name, Args: args, Kept: s.Kept, Seconds: s.Seconds, Bytes: s.Bytes})
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
		return schema.Number(v)
	}
	return a.Text
}

func (r *Run) json() schema.Fold {
	f := schema.Fold{Pipeline: r.Pipeline, Train: append([]int{}, r.Train.Rows...), Held: append([]int{}, r.Held.Rows...), Predictions: []schema.Prediction{}}
	if behind, _ := r.Behind(); behind.Len() > 0 {
		f.Unlabelled = behind.Rows[:len(r.Fold.Unlabelled)]
	}
	if r.Embedding != nil {
		f.Embedding = &schema.Embedding{Train: schema.Rows(r.Embedding.Y), Held: schema.Rows(r.Mapped)}
	}
	judged := r.Judged()
	truth, width := judged.Truth(), judged.Width()
	for at := 0; at < len(r.Predicted); at += width {
		f.Predictions = append(f.Predictions, schema.Prediction{Row: judged.Rows[at/width], Truth: judged.say(truth[at : at+width]), Predicted: judged.say(r.Predicted[at : at+width])})
	}
	return f
}

// say names the class of a number, or gives the numbers of a row.
func (t Target) say(values []float64) any {
	switch {
	case t.HasClasses():
		return t.Classes[int(values[0])]
	case len(values) == 1:
		return schema.Number(values[0])
	}
	return schema.Row(values)
}

// json returns the tuning; nil of none.
func (t *Tuning) json() *schema.Tuning {
	if t == nil {
		return nil
	}
	out := &schema.Tuning{Measure: t.Measure, Better: t.Better.String(), Rule: t.Rule, Inner: t.Inner, Settings: t.Settings(), Fits: t.Fits, Shared: t.Shared, Rounds: []schema.Round{}}
	for _, v := range t.Candidates {
		values := make([]any, len(v.Values))
		for i := range values {
			values[i] = v.json(i)
		}
		out.Candidates = append(out.Candidates, schema.Candidates{Stage: v.Stage, Param: v.Param, Values: values})
	}
	for i := range t.Chosen {
		out.Folds = append(out.Folds, t.Chosen[i].json(t.Candidates))
	}
	for _, r := range t.Rounds {
		out.Rounds = append(out.Rounds, schema.Round(r))
	}
	return out
}

// json returns a value where JSON has a type for it.
func (v Candidates) json(i int) any { return Arg{Value: v.Values[i], Text: v.Texts[i]}.json() }

func (c *Chosen) json(varied []Candidates) schema.Chosen {
	out := schema.Chosen{Setting: c.Setting, Args: map[string]any{}, Outer: schema.Number(c.Outer), Failed: map[string]string{}}
	for v, digit := range Digits(varied, c.Setting) {
		out.Args[varied[v].Name()] = varied[v].json(digit)
	}
	for s, scores := range c.Scores {
		out.Scores = append(out.Scores, schema.Row(scores))
		if s < len(c.Failed) && c.Failed[s] != "" {
			out.Failed[strconv.Itoa(s)] = c.Failed[s]
		}
	}
	return out
}

// json returns the permutation; nil of none.
func (p *Permutation) json() *schema.Permutation {
	if p == nil {
		return nil
	}
	return &schema.Permutation{Measure: p.Measure, Better: p.Better.String(), Real: schema.Number(p.Real), Scores: schema.Row(p.Scores), P: schema.Number(p.P)}
}
