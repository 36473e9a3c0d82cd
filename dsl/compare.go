package dsl

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"unfold/engine"
)

// A Comparison is several recipes on the same rows, divided in the same way.
type Comparison struct {
	Data     string // what they ran on
	Protocol string
	Names    []string
	Reports  []*engine.Report
}

// compare runs each recipe on the rows and folds of data. The protocol and
// its seed are part of data, so the folds are equal; where data names none,
// they are equal because the standard protocol is the same for all.
func (s *Session) compare(data *Pipeline, names []string, recipes []*Pipeline) *Comparison {
	c := &Comparison{}
	for i, recipe := range recipes {
		report := s.join(data, recipe).Report()
		c.Data, c.Protocol = fmt.Sprintf("%s, %d rows", report.Table.Source, report.Table.Len()), report.Protocol
		c.Names = append(c.Names, names[i])
		c.Reports = append(c.Reports, report)
	}
	return c
}

// Tabulate returns the comparison as a table: a row for each recipe, a column
// for each score that all of them have, and the difference of the first
// score to the first recipe, fold by fold.
func (c *Comparison) Tabulate() (title string, header []string, rows [][]string) {
	title = fmt.Sprintf("%s, %s", c.Data, c.Protocol)
	shared := c.shared()
	header = append([]string{"recipe"}, shared...)
	paired := len(shared) > 0 && len(c.Reports) > 1
	if paired {
		header = append(header, "difference to "+c.Names[0])
	}
	header = append(header, "seconds")
	for i, report := range c.Reports {
		row := []string{c.Names[i]}
		for _, name := range shared {
			s, _ := report.Score(name)
			row = append(row, plusMinus(s.Mean, s.SD))
		}
		if paired {
			row = append(row, c.difference(i, shared[0]))
		}
		rows = append(rows, append(row, fmt.Sprintf("%.2f", report.Seconds)))
	}
	return title, header, rows
}

// shared names the prediction scores that every report has, or, where nothing
// predicts, all the scores they share.
func (c *Comparison) shared() []string {
	var predictive, all []string
	for _, s := range c.Reports[0].Scores {
		everywhere := true
		for _, r := range c.Reports[1:] {
			_, ok := r.Score(s.Name)
			everywhere = everywhere && ok
		}
		if !everywhere {
			continue
		}
		all = append(all, s.Name)
		switch s.Name {
		case "accuracy", "balanced", "f1", "rmse", "r2":
			predictive = append(predictive, s.Name)
		}
	}
	if len(predictive) > 0 {
		return predictive
	}
	return all
}

// difference is the mean of the paired differences of a score over the folds.
func (c *Comparison) difference(i int, name string) string {
	if i == 0 {
		return "—"
	}
	first, _ := c.Reports[0].Score(name)
	this, _ := c.Reports[i].Score(name)
	var differences []float64
	for f := range this.Folds {
		differences = append(differences, this.Folds[f]-first.Folds[f])
	}
	mean, sd := stat.MeanStdDev(differences, nil) // the deviation of one number is NaN
	return signed(mean, sd)
}

func plusMinus(mean, sd float64) string {
	if math.IsNaN(sd) {
		return fmt.Sprintf("%.4f", mean)
	}
	return fmt.Sprintf("%.4f ± %.4f", mean, sd)
}

func signed(mean, sd float64) string {
	if math.IsNaN(sd) {
		return fmt.Sprintf("%+.4f", mean)
	}
	return fmt.Sprintf("%+.4f ± %.4f", mean, sd)
}
