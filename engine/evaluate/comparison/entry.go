package comparison

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/remedy"
)

// An Entry is a recipe under its name.
type Entry struct {
	Name   string
	Report *engine.Report // nil if it failed
	Failed error          // why there is no report
}

// A Set is a data set with what recipes made of it.
type Set struct {
	Data    string
	Entries []Entry
}

// Alpha is the level of the tests, and 1 − Alpha that of the intervals.
const Alpha = 0.05

// Options say how reports are to be compared. The zero value compares by the
// first score that all reports have.
type Options struct {
	Measure     string   // the score to compare by; empty to choose one
	Predictions []string // names of scores of predictions, which are chosen before others
	ROPE        float64  // differences within ±ROPE are the same for practical purposes; in units of the score
	Mixed       bool     // reports whose stages saw the held rows may stand beside those that did not
	PostHoc     PostHoc  // which recipes of a survey differ; empty for Nemenyi
}

// PostHoc is a test of all pairs of recipes over many data sets.
type PostHoc string

// The tests of pairs.
const (
	Nemenyi  PostHoc = "nemenyi"  // mean ranks against one critical difference
	Wilcoxon PostHoc = "wilcoxon" // signed ranks of each pair, adjusted by Holm
)

// check refuses names that could not be told apart, and options that mean
// nothing.
func (o Options) check(sets []Set) error {
	if o.PostHoc != "" && o.PostHoc != Nemenyi && o.PostHoc != Wilcoxon {
		return &engine.Error{Param: "posthoc", Cause: fmt.Sprintf("there is no post hoc test %q", o.PostHoc), Remedy: remedy.Say(`give "nemenyi" or "wilcoxon"`)}
	}
	if !(o.ROPE >= 0) {
		return &engine.Error{Param: "rope", Cause: fmt.Sprintf("rope = %g must be 0 or more", o.ROPE), Remedy: remedy.Say("give half the width of what is the same for practical purposes, such as 0.01")}
	}
	for i, set := range sets {
		seen := map[string]bool{}
		for j, e := range set.Entries {
			if seen[e.Name] {
				return &engine.Error{Cause: fmt.Sprintf("two recipes have the name %s", e.Name), Remedy: remedy.Say("give each a name of its own")}
			}
			seen[e.Name] = true
			if j >= len(sets[0].Entries) || e.Name != sets[0].Entries[j].Name || len(set.Entries) != len(sets[0].Entries) {
				return &engine.Error{Cause: fmt.Sprintf("%s and %s have other recipes", sets[0].Data, sets[i].Data), Remedy: remedy.Say("run the same recipes on each data set, in the same order")}
			}
		}
	}
	return nil
}

// finishedEntries returns the entries that have a report.
func finishedEntries(sets ...Set) (entries []Entry) {
	for _, s := range sets {
		for _, e := range s.Entries {
			if e.Report != nil {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// noneFinishedError is the error of recipes none of which has finished: that of
// the first, which points at its place.
func noneFinishedError(sets []Set) error {
	for _, s := range sets {
		for _, e := range s.Entries {
			if e.Failed != nil {
				return e.Failed
			}
		}
	}
	return &engine.Error{Cause: "there is no recipe to compare", Remedy: remedy.Say("give at least one")}
}
