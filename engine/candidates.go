package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"unfold/engine/remedy"
)

// Candidates are the values that a pipeline offers for a parameter.
type Candidates struct {
	Step   int // its position among the steps, from zero
	Stage  string
	Param  string
	Values []any
	Texts  []string // the values for a reader: numbers with four significant digits, stages without what is as by default, or all that tells them apart

	before int   // steps of the same stage before it
	Ranks  []int // by value: how many of the others are simpler, as the parameter declares
}

// Name tells the parameter from those of other steps: "isomap.k", or "pca#2.dim"
// where the stage has been there once before.
func (v Candidates) Name() string {
	if v.before > 0 {
		return fmt.Sprintf("%s#%d.%s", v.Stage, v.before+1, v.Param)
	}
	return v.Stage + "." + v.Param
}

// Vary returns the pipeline with values to choose between for a parameter of
// the first stage of that name:
//
//	p, err := engine.Pipe(&dataset.Waveform{N: 500}, &protocol.Nested{Outer: 10}, &predictor.KNN{K: 1}).Vary("knn", "k", 1, 5, 9)
func (p Pipeline) Vary(stage, param string, values ...any) (Pipeline, error) {
	steps := append([]Step(nil), p.Steps...)
	for i, s := range steps {
		if s.Name() != stage {
			continue
		}
		var err error
		steps[i], err = s.Offer(param, "", values...)
		return Pipeline{Steps: steps}, err
	}
	return p, &Error{Cause: fmt.Sprintf("the pipeline has no stage %q", stage), Remedy: remedy.Say("it is %s", p)}
}

// Candidates returns what the pipeline offers for each parameter, in their order.
func (p Pipeline) Candidates() []Candidates {
	var all []Candidates
	seen := map[string]int{}
	for i, s := range p.Steps {
		for _, c := range s.Choices {
			param, _ := s.param(c.Param)
			all = append(all, Candidates{Step: i, Stage: s.Name(), Param: c.Param, Values: c.Values, Texts: param.read(c.Values), before: seen[s.Name()], Ranks: param.Ranks(c.Values)})
		}
		seen[s.Name()]++
	}
	return all
}

// read writes values for a reader. Those of a logarithmic range have more digits
// than tell anything, and stages more arguments.
func (p *Param) read(values []any) []string {
	full, short := make([]string, len(values)), make([]string, len(values))
	apart := map[string]bool{}
	for i, v := range values {
		full[i] = p.Format(v)
		short[i] = full[i]
		switch v := v.(type) {
		case float64:
			if text := strconv.FormatFloat(v, 'g', 4, 64); full[i] != "auto" && len(text) < len(full[i]) {
				short[i] = text
			}
		case Method:
			if stage, err := stageOf(v); err == nil {
				short[i] = Step{Stage: stage, Method: v}.short()
			}
		}
		apart[short[i]] = true
	}
	if len(apart) < len(values) {
		return full
	}
	return short
}

// Settings returns how many settings the offered values make together: one if
// there is nothing to choose, and no more than the largest int.
func (p Pipeline) Settings() int {
	n := 1
	for _, s := range p.Steps {
		for _, c := range s.Choices {
			if n > math.MaxInt/len(c.Values) {
				return math.MaxInt
			}
			n *= len(c.Values)
		}
	}
	return n
}

// Digits returns which of the candidates of each parameter setting i takes. The
// last parameter changes fastest, so that neighbours share most of their work.
func Digits(varied []Candidates, i int) []int {
	digits := make([]int, len(varied))
	for v := len(varied) - 1; v >= 0; v-- {
		digits[v] = i % len(varied[v].Values)
		i /= len(varied[v].Values)
	}
	return digits
}

// Setting returns the pipeline with the values of setting i, and nothing left
// to choose.
func (p Pipeline) Setting(i int) Pipeline {
	steps := slices.Clone(p.Steps)
	for at := range slices.Backward(steps) {
		s := &steps[at]
		for _, c := range slices.Backward(s.Choices) {
			s.Method = clone(s.Method)
			param, _ := s.param(c.Param)
			param.store(c.Values[i%len(c.Values)])
			i /= len(c.Values)
		}
		s.Choices = nil
	}
	return Pipeline{Steps: steps}
}
