package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/dataset"
	"unfold/engine/wording"
	"unfold/kernel/terminal"
)

type predictCommand struct {
	Model       string   `arg:"" help:"The file of a model."`
	Rows        string   `arg:"" optional:"" default:"-" help:"A file of rows, or - for standard input."`
	Output      string   `short:"o" default:"-" placeholder:"OUT" help:"Where answers go: a file, as CSV or, by its ending, as .xlsx, .parquet, .arrow, .feather, .jsonl or .npy; - for standard output."`
	Place       bool     `help:"Write where each row is placed, too."`
	Distance    bool     `help:"Write how far each row lies from those that were learned from, for models that keep them."`
	Probability bool     `help:"Write how probable each class is, for predictors that compute it: logistic and bayes."`
	Keep        []string `placeholder:"COLUMN,..." help:"Write these columns of the rows, too, such as what names them."`
	Quiet       bool     `short:"q" help:"Tell neither notes nor how fast it went."`
}

// Run answers row by row. Text is read by blocks, whatever its length; other formats as a
// whole.
func (c *predictCommand) Run() error {
	m, err := model.Open(c.Model)
	if err != nil {
		return err
	}
	ctx, stop := terminal.Interruptible(context.Background())
	defer stop()
	asked := model.Asked{Place: c.Place || m.Width() == 0, Distance: c.Distance, Probabilities: c.Probability, Keep: c.Keep}
	if err := m.Check(asked); err != nil {
		return err
	}
	out, end, err := c.open()
	if err != nil {
		return err
	}
	a := &answers{model: m, asked: asked, out: out, told: map[string]bool{}, quiet: c.Quiet}
	began := time.Now()
	if err := c.eachTable(ctx, m, a); err != nil {
		return err
	}
	if err := end(); err != nil {
		return err
	}
	if seconds := time.Since(began).Seconds(); !c.Quiet {
		fmt.Fprintf(os.Stderr, "%s in %.3g s: %s a second\n", wording.Count(a.rows, "row"), seconds, wording.Count(int(float64(a.rows)/seconds), "row"))
	}
	return nil
}

// streamed are the endings of text that is read by blocks; standard input is, too.
var streamed = []string{".csv", ".tsv", ".txt", ".data", ".dat"}

// eachTable reads the rows and answers them.
func (c *predictCommand) eachTable(ctx context.Context, m *model.Model, a *answers) error {
	load := new(dataset.Load)
	engine.SetDefaults(load)
	load.Path = c.Rows
	ctx, notes := engine.WithNotes(ctx, "")
	take := func(t *engine.Table) error {
		err := a.take(ctx, t)
		a.tell(notes())
		return err
	}
	switch {
	case c.Rows == "-":
		return load.StreamMatching(ctx, os.Stdin, m.Run().Header, take)
	case slices.Contains(streamed, strings.ToLower(filepath.Ext(c.Rows))):
		file, err := os.Open(c.Rows)
		if err != nil {
			return err
		}
		defer file.Close() //nolint:errcheck // it was read only
		return load.StreamMatching(ctx, file, m.Run().Header, take)
	}
	t, err := evaluate.Rows(ctx, engine.Pipe(load), m.Run().Header)
	if err != nil {
		return err
	}
	return take(t)
}

// answers are written as rows come.
type answers struct {
	model *model.Model
	asked model.Asked // its first row is that of the next table
	quiet bool
	out   tables
	rows  int
	told  map[string]bool
}

// tell prints each note once, whatever numbers are in it.
func (a *answers) tell(notes []engine.Note) {
	for _, n := range notes {
		shape := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return -1
			}
			return r
		}, n.String())
		if !a.quiet && !a.told[shape] {
			fmt.Fprintln(os.Stderr, "note:", n)
		}
		a.told[shape] = true
	}
}

// take answers the rows of a table.
func (a *answers) take(ctx context.Context, t *engine.Table) error {
	x, err := newrows.Match(ctx, a.model.Run().Header, t)
	if err != nil {
		return err
	}
	answers, err := a.model.Answers(ctx, x, t, a.asked)
	if err != nil {
		return err
	}
	a.rows += answers.Len()
	a.asked.First = a.rows
	if err := a.out.Write(answers); err != nil {
		return err
	}
	return ctx.Err()
}
