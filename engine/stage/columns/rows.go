package columns

import (
	"cmp"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

// Rows are those that a fold learns from, as they were prepared.
type Rows struct {
	engine.Sample
	All []Column // what is to be learned, what is learned from, what is kept aside

	end    string // of a title: which rows these are
	placed bool   // they were embedded after that
}

// Of returns the rows that a fold, counted from one, learns from, and those without a
// label that are there with them. Of a fold that holds rows these are left out, also
// where stages see them without their labels.
func Of(r *engine.Report, fold int) (*Rows, error) {
	run, err := folds.Run(r, fold)
	if err != nil {
		return nil, err
	}
	if run.Thinned || run.Train.X == nil {
		return nil, folds.Thinned(fold)
	}
	rows := run.Train
	if run.Fold.Transduced && rows.Len() > run.Known() {
		rows = rows.First(rows.Len() - len(run.Fold.Held))
	}
	rows = rows.And(run.Apart)
	found := &Rows{Sample: rows, All: columnsOf(rows), placed: run.Embedding != nil}
	if len(run.Fold.Held) > 0 {
		found.end = ", those learned from" + folds.Title(r, fold)
	}
	return found, nil
}

// Title says which rows these are: "wine: 178 rows × 13 columns".
func (r *Rows) Title(of *engine.Report) string {
	title := fmt.Sprintf("%s × %s%s", wording.Count(r.Len(), "row"), wording.Count(len(r.Features()), "column"), r.end)
	if of.Table != nil {
		title = cmp.Or(of.Table.Name, of.Table.Source, "table") + ": " + title
	}
	return title
}

// Told says of rows that were embedded that it is their columns which are looked at; a
// sentence with a space before it, or nothing.
func (r *Rows) Told() string {
	if !r.placed {
		return ""
	}
	return " These are the columns that rows were placed by, not the dimensions where they were placed: scatter draws those."
}

// Drawn returns the positions of at most so many of the rows, in their order: all of
// them, or as many that are chosen at random, always the same; and a sentence that tells
// of it and of the parameter that says how many, with a space before it, or nothing.
func (r *Rows) Drawn(param string, most int) (at []int, told string) {
	const seed = 1
	n := r.Len()
	at = random.New(seed, "drawn").Permutation(n)[:min(n, most)]
	slices.Sort(at)
	if n > most {
		told = fmt.Sprintf(" Drawn are %s of %s, chosen at random: %s=%d draws more.", wording.Number(most), wording.Count(n, "row"), param, 2*most)
	}
	return at, told
}

// leftOut says how many columns are left out, and how they are had.
func leftOut(more, shown int) string {
	if more == 0 {
		return ""
	}
	return fmt.Sprintf(" %s left out: most=%d has all, columns= those that it names.", wording.Plural(more, "further column"), more+shown)
}

// Choose returns the columns of some names, or where there are none those that are
// learned from, and of all of them at most so many; and a sentence on those that are
// left out, with a space before it, or nothing.
func (r *Rows) Choose(names []string, most int) (chosen []Column, left string, err error) {
	chosen = r.Features()
	if len(names) > 0 {
		if chosen, err = r.Named("columns", names...); err != nil {
			return nil, "", err
		}
	}
	shown := min(len(chosen), most)
	return chosen[:shown], leftOut(len(chosen)-shown, shown), nil
}

// Numbers chooses as Choose does, and takes columns of numbers alone. It fails for a
// column of levels that is named, and where there are none of numbers; what to do then is
// advice.
func (r *Rows) Numbers(names []string, most int, advice remedy.Remedy) (chosen []Column, left string, err error) {
	if len(names) > 0 {
		if chosen, err = r.Named("columns", names...); err != nil {
			return nil, "", err
		}
		for _, c := range chosen {
			if !c.Numeric() {
				return nil, "", &engine.Error{Param: "columns", Cause: fmt.Sprintf("column %q has levels, which lie on no line", c.Name), Remedy: advice}
			}
		}
	} else {
		chosen = slices.DeleteFunc(r.Features(), func(c Column) bool { return !c.Numeric() })
	}
	if len(chosen) == 0 {
		return nil, "", &engine.Error{Cause: "none of the columns has numbers", Remedy: advice}
	}
	shown := min(len(chosen), most)
	return chosen[:shown], leftOut(len(chosen)-shown, shown), nil
}
