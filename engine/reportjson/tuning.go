package reportjson

import (
	"strconv"
	"unfold/engine"
)

// The JSON of what a pipeline with candidates, or with labels dealt anew, has
// besides.
type (
	tuningJSON struct {
		Measure  string       `json:"measure"`
		Better   string       `json:"better"`
		Rule     string       `json:"rule"`
		Inner    string       `json:"inner"` // empty where training rows judged themselves
		Varied   []variedJSON `json:"varied"`
		Settings int          `json:"settings"` // the last varied parameter changes fastest
		Folds    []chosenJSON `json:"folds"`
		Fits     int          `json:"fits"`
		Shared   int          `json:"shared"`
		Rounds   []roundJSON  `json:"rounds"`
	}
	variedJSON struct {
		Stage  string `json:"stage"`
		Param  string `json:"param"`
		Values []any  `json:"values"`
	}
	chosenJSON struct {
		Setting int               `json:"setting"`
		Args    map[string]any    `json:"args"`   // by stage and parameter: "isomap.k"
		Outer   finite            `json:"outer"`  // the score on held rows
		Scores  [][]finite        `json:"scores"` // by setting and inner fold
		Failed  map[string]string `json:"failed"` // by setting: the reason
	}
	roundJSON struct {
		Settings int     `json:"settings"`
		Share    float64 `json:"share"`
	}
	permutationJSON struct {
		Measure string   `json:"measure"`
		Better  string   `json:"better"`
		Real    finite   `json:"real"`
		Scores  []finite `json:"scores"` // by deal
		P       finite   `json:"p"`
	}
)

// tuningOf returns the tuning; nil of none.
func tuningOf(t *engine.Tuning) *tuningJSON {
	if t == nil {
		return nil
	}
	out := &tuningJSON{Measure: t.Measure, Better: t.Better.String(), Rule: t.Rule, Inner: t.Inner, Settings: t.Settings(), Fits: t.Fits, Shared: t.Shared, Rounds: []roundJSON{}}
	for _, v := range t.Varied {
		values := make([]any, len(v.Values))
		for i := range values {
			values[i] = valueOf(v, i)
		}
		out.Varied = append(out.Varied, variedJSON{v.Stage, v.Param, values})
	}
	for i := range t.Chosen {
		out.Folds = append(out.Folds, chosenOf(&t.Chosen[i], t.Varied))
	}
	for _, r := range t.Rounds {
		out.Rounds = append(out.Rounds, roundJSON(r))
	}
	return out
}

// valueOf returns a value where JSON has a type for it.
func valueOf(v engine.Varied, i int) any {
	return argOf(engine.Arg{Value: v.Values[i], Text: v.Texts[i]})
}

func chosenOf(c *engine.Chosen, varied []engine.Varied) chosenJSON {
	out := chosenJSON{Setting: c.Setting, Args: map[string]any{}, Outer: finite(c.Outer), Failed: map[string]string{}}
	for v, digit := range engine.Digits(varied, c.Setting) {
		out.Args[varied[v].Name()] = valueOf(varied[v], digit)
	}
	for s, scores := range c.Scores {
		out.Scores = append(out.Scores, finites(scores))
		if s < len(c.Failed) && c.Failed[s] != "" {
			out.Failed[strconv.Itoa(s)] = c.Failed[s]
		}
	}
	return out
}

// permutationOf returns the permutation; nil of none.
func permutationOf(p *engine.Permutation) *permutationJSON {
	if p == nil {
		return nil
	}
	return &permutationJSON{p.Measure, p.Better.String(), finite(p.Real), finites(p.Scores), finite(p.P)}
}
