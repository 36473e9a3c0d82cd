package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"unfold/engine/figure"
	"unfold/engine/wording"
)

// Answers are what was predicted of the rows without a label, in their order.
type Answers struct {
	Rows    []Answer
	Names   []string // what was predicted: the column of the class, or of each response
	Learned int      // how many labelled rows they were learned from
}

// An Answer is what was predicted of a row.
type Answer struct {
	Row       int       // where it stands in the source, counted from zero
	Class     string    // its name; empty where responses were predicted
	Responses []float64 // nil where a class was
}

// Unlabelled returns what was predicted of the rows without a label, by what was
// learned from all rows with one; none where all have one, or nothing predicts.
// What was chosen between candidates was chosen by all rows with a label too.
func (r *Report) Unlabelled() Answers {
	if r.Final == nil {
		return Answers{}
	}
	asked, t := r.Final.Unlabelled, r.Final.Train.Target
	answers := Answers{Names: t.ResponseNames(), Learned: len(r.Final.Fold.Train)}
	if t.HasClasses() {
		answers.Names = []string{cmp.Or(t.Label, "class")}
	}
	width := t.Width()
	for i, row := range asked.Rows {
		answer, said := Answer{Row: row}, asked.Predicted[i*width:(i+1)*width]
		if t.HasClasses() {
			answer.Class = t.Classes[int(said[0])]
		} else {
			answer.Responses = said
		}
		answers.Rows = append(answers.Rows, answer)
	}
	return answers
}

// Table returns the answers as data, a row for each.
func (a Answers) Table() *figure.Sheet {
	sheet := &figure.Sheet{Title: a.title(), Columns: append([]string{"row"}, a.Names...)}
	for _, answer := range a.Rows {
		row := []figure.Cell{{Text: strconv.Itoa(answer.Row), Value: float64(answer.Row)}}
		if answer.Responses == nil {
			row = append(row, figure.Word(answer.Class))
		}
		for _, v := range answer.Responses {
			row = append(row, figure.Cell{Text: strconv.FormatFloat(v, 'g', 6, 64), Value: v})
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	return sheet
}

// title says how many rows were answered by how many.
func (a Answers) title() string {
	return fmt.Sprintf("%s without a label, predicted by what was learned from the %s with one", wording.Count(len(a.Rows), "row"), wording.Number(a.Learned))
}

// Sizes counts the answers by class, in the order of their names; nil of responses.
func (a Answers) Sizes() (classes []string, sizes []int) {
	for _, answer := range a.Rows {
		if answer.Responses != nil {
			return nil, nil
		}
		at, found := slices.BinarySearch(classes, answer.Class)
		if !found {
			classes, sizes = slices.Insert(classes, at, answer.Class), slices.Insert(sizes, at, 0)
		}
		sizes[at]++
	}
	return classes, sizes
}
