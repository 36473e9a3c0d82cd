package tuning

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "choices",
		Summary:  "counts what the folds chose among the candidates",
		Use:      "See whether folds agree on what is best; where they do not, the choice says little about the data.",
		Avoid:    "With two folds or three there is hardly anything to count.",
		Citation: "Krstajic, Buturovic, Leahy, Thomas 2014, doi:10.1186/1758-2946-6-10",
		Examples: []string{`load | sample(300) | scale | knn(k=[1, 3, 9, 27]) | cv(5) | choices`},
		Needs:    engine.NeedTuning,
		Rank:     340,
	}, func() *Choices { return new(Choices) })
}

// Choices counts how often folds chose each candidate of a parameter, or, where
// several are varied and none is asked for, each setting that was chosen at
// all. Folds that choose alike say that the rows decide; folds that differ say
// that several candidates do about as well, or that rows are few.
//
// It fails with an *engine.Error for a parameter that is not varied.
//
// Citation: Krstajic, Buturovic, Leahy, Thomas 2014,
// doi:10.1186/1758-2946-6-10, who look at the parameters that repeated
// cross-validation chooses.
type Choices struct {
	Of string // the parameter, such as "isomap.k"; empty for whole settings
}

// Params declares the parameters.
func (m *Choices) Params(p *engine.Params) {
	p.Text(&m.Of, "of", "", engine.AnyValue(), `the parameter to count, such as "k" or "isomap.k"; empty for whole settings`)
}

// View draws the figure.
func (m *Choices) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	t := r.Tuning
	names, counts, label, err := m.count(t)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{
		Name:    "choices",
		Title:   fmt.Sprintf("What %s chose", wording.Plural(len(t.Chosen), "fold")),
		Caption: "How many folds chose each candidate by their own inner folds. Folds share most of their rows, so that they agree more than as many fresh samples would; spread over neighbours is harmless where their scores are equal.",
		Alt:     fmt.Sprintf("%s chose by inner %s. %s", wording.Plural(len(t.Chosen), "fold"), t.Measure, describeCounts(label, names, counts)),
		X:       figure.Axis{Label: label, Whole: true, Labels: names},
		Y:       figure.Axis{Label: "folds", Whole: true},
	}
	bars := figure.Bars{}
	for i, n := range counts {
		bars.Low, bars.High, bars.Y = append(bars.Low, float64(i)-0.4), append(bars.High, float64(i)+0.4), append(bars.Y, float64(n))
	}
	f.Layers = []figure.Layer{bars}
	return f, nil
}

// count returns the candidates with how many folds chose them.
func (m *Choices) count(t *engine.Tuning) (names []string, counts []int, label string, err error) {
	which := 0
	if m.Of != "" {
		which = slices.IndexFunc(t.Candidates, func(v engine.Candidates) bool { return v.Name() == m.Of || v.Param == m.Of })
		if which < 0 {
			return nil, nil, "", &engine.Error{Param: "of", Cause: fmt.Sprintf("there are no candidates for %q", m.Of), Remedy: remedy.Say("choose between %s", listVaried(t.Candidates))}
		}
	}
	if m.Of == "" && len(t.Candidates) > 1 {
		names, counts = countSettings(t)
		return names, counts, listVaried(t.Candidates), nil
	}
	varied := t.Candidates[which]
	counts = make([]int, len(varied.Values))
	for _, c := range t.Chosen {
		counts[engine.Digits(t.Candidates, c.Setting)[which]]++
	}
	return varied.Texts, counts, varied.Name(), nil
}

// countSettings counts the settings that were chosen, in their order.
func countSettings(t *engine.Tuning) (names []string, counts []int) {
	folds := map[int]int{}
	var chosen []int
	for _, c := range t.Chosen {
		if folds[c.Setting]++; folds[c.Setting] == 1 {
			chosen = append(chosen, c.Setting)
		}
	}
	slices.Sort(chosen)
	for _, setting := range chosen {
		var values []string
		for v, digit := range engine.Digits(t.Candidates, setting) {
			values = append(values, t.Candidates[v].Texts[digit])
		}
		names = append(names, strings.Join(values, ", "))
		counts = append(counts, folds[setting])
	}
	return names, counts
}

func listVaried(varied []engine.Candidates) (text string) {
	for i, v := range varied {
		if i > 0 {
			text += ", "
		}
		text += v.Name()
	}
	return text
}

// describeCounts writes the counts in the order of the axis.
func describeCounts(label string, names []string, counts []int) string {
	const most = 12
	text, told := "Of "+label+":", 0
	for i, n := range counts {
		if n == 0 {
			continue
		}
		if told == most {
			return text + ", and others."
		}
		if told > 0 {
			text += ";"
		}
		text += fmt.Sprintf(" %s by %s", names[i], wording.Plural(n, "fold"))
		told++
	}
	return text + "."
}
