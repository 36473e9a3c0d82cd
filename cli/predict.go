package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
	"unfold/engine/model"
	"unfold/engine/stage/dataset"
	"unfold/engine/wording"
	"unfold/kernel/terminal"
)

type predictCommand struct {
	Model    string `arg:"" help:"The file of a model."`
	Rows     string `arg:"" optional:"" default:"-" help:"A file of rows, or - for standard input."`
	Output   string `short:"o" default:"-" placeholder:"OUT" help:"Where answers go: a file, as CSV or, by its ending, as .xlsx, .parquet, .arrow, .feather, .jsonl or .npy; - for standard output."`
	Place    bool   `help:"Write where each row is placed, too."`
	Distance bool   `help:"Write how far each row lies from those that were learned from, for models that keep them."`
	Quiet    bool   `short:"q" help:"Tell neither notes nor how fast it went."`
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
	out, end, err := c.open(m)
	if err != nil {
		return err
	}
	a := &answers{model: m, place: c.Place || m.Width() == 0, distance: c.Distance, out: out, told: map[string]bool{}, quiet: c.Quiet}
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
	x, err := evaluate.Read(ctx, m.Run(), engine.Pipe(load))
	if err != nil {
		return err
	}
	defer func() { a.tell(notes()) }()
	return a.write(ctx, x)
}

// answers are written as rows come.
type answers struct {
	model           *model.Model
	place, distance bool
	quiet           bool
	out             records
	rows            int
	told            map[string]bool
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
	return a.write(ctx, x)
}

// write answers rows of numbers.
func (a *answers) write(ctx context.Context, x *mat.Dense) error {
	if a.rows == 0 {
		if err := a.out.Write(a.header()); err != nil {
			return err
		}
	}
	places, said, err := a.model.PlaceAndPredict(ctx, x)
	if err != nil {
		return err
	}
	var far []float64
	if a.distance {
		if far, err = a.model.Distances(ctx, x); err != nil {
			return err
		}
	}
	n, _ := x.Dims()
	width := a.model.Width()
	var record []string
	for i := range n {
		record = append(record[:0], strconv.Itoa(a.rows+i))
		for _, v := range said[i*width : (i+1)*width] {
			if len(a.model.Card.Classes) > 0 {
				record = append(record, a.model.Class(v))
			} else {
				record = append(record, number(v))
			}
		}
		if a.place {
			for _, v := range places.RawRowView(i) {
				record = append(record, number(v))
			}
		}
		if a.distance {
			record = append(record, number(far[i]))
		}
		if err := a.out.Write(record); err != nil {
			return err
		}
	}
	a.rows += n
	return ctx.Err()
}

// header names the columns of the answers.
func (a *answers) header() []string {
	names := []string{"row"}
	if a.model.Width() > 0 {
		names = append(names, a.model.AnswerNames()...)
	}
	if a.place {
		for d := range a.model.Dimensions() {
			names = append(names, fmt.Sprintf("place%d", d+1))
		}
	}
	if a.distance {
		names = append(names, "distance")
	}
	return names
}

// number writes a number by as few digits as tell it.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
