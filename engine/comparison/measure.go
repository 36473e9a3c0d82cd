package comparison

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
)

// measure returns the score that entries are compared by, as the first of them
// has it.
func (o Options) measure(entries []Entry) (engine.Summary, error) {
	shared := common(entries)
	if o.Measure != "" {
		for _, s := range shared {
			if s.Name == o.Measure {
				return s, nil
			}
		}
		return engine.Summary{}, o.missing(entries)
	}
	if len(shared) == 0 {
		return engine.Summary{}, strangers(entries)
	}
	predicts := func(s engine.Summary) bool { return slices.Contains(o.Predictions, s.Name) }
	return shared[max(0, slices.IndexFunc(shared, predicts))], nil
}

// others are the scores to tell beside the measure: those that all have, and of
// predictions only if the measure is of predictions.
func (o Options) others(measure string, entries []Entry) (names []string) {
	for _, s := range common(entries) {
		if s.Name != measure && (!slices.Contains(o.Predictions, measure) || slices.Contains(o.Predictions, s.Name)) {
			names = append(names, s.Name)
		}
	}
	return names
}

// missing is the error of a named score that somebody lacks.
func (o Options) missing(entries []Entry) error {
	for _, e := range entries {
		if _, ok := e.Report.Score(o.Measure); !ok {
			return &engine.Error{Param: "measure", Cause: fmt.Sprintf("%s on %s has no score %q", e.Name, e.Report.Table.Name, o.Measure), Remedy: "it has " + strings.Join(scores(e.Report), ", ")}
		}
	}
	return nil
}

// strangers is the error of reports that have no score in common.
func strangers(entries []Entry) error {
	first := entries[0]
	tell := func(e Entry) string {
		all := scores(e.Report)
		if len(all) == 0 {
			return fmt.Sprintf("%s on %s has none", e.Name, e.Report.Table.Name)
		}
		return fmt.Sprintf("%s on %s has %s", e.Name, e.Report.Table.Name, strings.Join(all, ", "))
	}
	for _, e := range entries {
		if len(common([]Entry{first, e})) == 0 {
			return &engine.Error{Cause: fmt.Sprintf("no score is common to all: %s; %s", tell(first), tell(e)), Remedy: "compare data with classes and data with a response apart, and recipes that predict or embed"}
		}
	}
	return &engine.Error{Cause: "no score is common to all", Remedy: "name a measure that fits all"}
}

// common returns the scores that all entries have, in the order of the first.
func common(entries []Entry) (all []engine.Summary) {
	for _, s := range entries[0].Report.Scores {
		lacks := func(e Entry) bool { _, ok := e.Report.Score(s.Name); return !ok }
		if !slices.ContainsFunc(entries, lacks) {
			all = append(all, s)
		}
	}
	return all
}

func scores(r *engine.Report) (names []string) {
	for _, s := range r.Scores {
		names = append(names, s.Name)
	}
	return names
}
