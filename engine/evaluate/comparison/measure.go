package comparison

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// measure returns the score that entries are compared by, as the first of them
// has it.
func (o Options) measure(entries []Entry) (engine.Summary, error) {
	shared := commonScores(entries)
	if o.Measure != "" {
		for _, s := range shared {
			if s.Name == o.Measure {
				return s, nil
			}
		}
		return engine.Summary{}, o.missingScoreError(entries)
	}
	if len(shared) == 0 {
		return engine.Summary{}, noCommonScoreError(entries)
	}
	predicts := func(s engine.Summary) bool { return slices.Contains(o.Predictions, s.Name) }
	return shared[max(0, slices.IndexFunc(shared, predicts))], nil
}

// commonestMeasure returns the score to compare many data sets by: as measure
// does, or, if no score is common to all, the one that most entries have; of
// equals the first.
func (o Options) commonestMeasure(entries []Entry) (engine.Summary, error) {
	if o.Measure == "" && len(commonScores(entries)) > 0 {
		return o.measure(entries)
	}
	var best engine.Summary
	most := 0
	for _, e := range entries {
		for _, s := range e.Report.Scores {
			if o.Measure != "" && s.Name != o.Measure {
				continue
			}
			count := 0
			for _, other := range entries {
				if _, ok := other.Report.Score(s.Name); ok {
					count++
				}
			}
			if slices.Contains(o.Predictions, s.Name) {
				count += len(entries) // before all others
			}
			if count > most {
				best, most = s, count
			}
		}
	}
	switch {
	case most > 0:
		return best, nil
	case o.Measure != "":
		return best, o.missingScoreError(entries)
	}
	return best, noCommonScoreError(entries)
}

// withMeasure returns the set with a hole for each entry that lacks the score.
func (s Set) withMeasure(measure string) Set {
	s.Entries = slices.Clone(s.Entries)
	for i, e := range s.Entries {
		if e.Report == nil {
			continue
		}
		if _, ok := e.Report.Score(measure); !ok {
			s.Entries[i] = Entry{Name: e.Name, Failed: &engine.Error{Cause: "it has no " + measure + ", but " + list(scoreNames(e.Report))}}
		}
	}
	return s
}

func list(names []string) string {
	if len(names) == 0 {
		return "no score at all"
	}
	return strings.Join(names, ", ")
}

// otherScores are the scores to tell beside the measure: those that all have,
// and of predictions only if the measure is of predictions.
func (o Options) otherScores(measure string, entries []Entry) (names []string) {
	for _, s := range commonScores(entries) {
		if s.Name != measure && (!slices.Contains(o.Predictions, measure) || slices.Contains(o.Predictions, s.Name)) {
			names = append(names, s.Name)
		}
	}
	return names
}

// missingScoreError is the error of a named score that some entry lacks.
func (o Options) missingScoreError(entries []Entry) error {
	for _, e := range entries {
		if _, ok := e.Report.Score(o.Measure); !ok {
			return &engine.Error{Param: "measure", Cause: fmt.Sprintf("%s on %s has no score %q", e.Name, e.Report.Table.Name, o.Measure), Remedy: remedy.Say("it has %s", list(scoreNames(e.Report)))}
		}
	}
	return nil
}

// noCommonScoreError is the error of reports that have no score in common.
func noCommonScoreError(entries []Entry) error {
	first := entries[0]
	tell := func(e Entry) string {
		return fmt.Sprintf("%s on %s has %s", e.Name, e.Report.Table.Name, list(scoreNames(e.Report)))
	}
	for _, e := range entries {
		if len(commonScores([]Entry{first, e})) == 0 {
			return &engine.Error{Cause: fmt.Sprintf("no score is common to all: %s; %s", tell(first), tell(e)), Remedy: remedy.Say("compare recipes that predict and recipes that embed apart")}
		}
	}
	return &engine.Error{Cause: "no score is common to all", Remedy: remedy.Say("name a measure that fits all")}
}

// commonScores returns the scores that all entries have, in the order of the
// first.
func commonScores(entries []Entry) (all []engine.Summary) {
	for _, s := range entries[0].Report.Scores {
		lacks := func(e Entry) bool { _, ok := e.Report.Score(s.Name); return !ok }
		if !slices.ContainsFunc(entries, lacks) {
			all = append(all, s)
		}
	}
	return all
}

func scoreNames(r *engine.Report) (names []string) {
	for _, s := range r.Scores {
		names = append(names, s.Name)
	}
	return names
}
