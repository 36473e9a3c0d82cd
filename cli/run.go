package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl"
	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/evaluate/budget"
	"unfold/engine/figure"
	"unfold/kernel/notebook"
	"unfold/kernel/render"
	"unfold/kernel/terminal"
)

type runCommand struct {
	File      string   `arg:"" optional:"" help:"A script (.uf) or a notebook (.ipynb); - reads a script from standard input."`
	Args      []string `arg:"" optional:"" passthrough:"" help:"What os.Args and package flag of the cells hold after the name of the script; put -- before arguments that begin with a hyphen."`
	Eval      string   `short:"e" placeholder:"PIPELINE" help:"Run this text instead of a file."`
	Set       []string `sep:"none" placeholder:"NAME=VALUE" help:"Give a variable of the script this value instead of its own; may be repeated."`
	Quiet     bool     `short:"q" help:"Show no results; what cells print themselves, and failures, are shown."`
	JSON      string   `placeholder:"OUT" help:"Write the last report, in the form unfold/report/1; - writes it to standard output, and all else to standard error."`
	Save      string   `placeholder:"OUT" help:"Write the last result: .svg, .pdf, .png, .csv, .xlsx, .parquet, .arrow, .feather, .npy, .jsonl, .tex, .html or .txt."`
	Embedding string   `placeholder:"OUT" help:"Write where the rows of the last report were placed, with their numbers, labels and predictions: .csv, .xlsx, .parquet, .arrow, .feather, .npy or .jsonl."`
	Output    string   `short:"o" placeholder:"OUT" help:"Write the executed notebook."`
	HTML      string   `placeholder:"OUT" help:"Write the executed notebook as a page."`
	KeepGoing bool     `help:"Go on after a cell that fails; its failure is shown, and is not that of the run."`
	Static    bool     `help:"Leave HTML out of a notebook's results."`
}

// Run runs the cells and writes what was asked for. It fails at the first cell
// that does, unless it was told to go on.
func (c *runCommand) Run() error {
	if err := c.takeArguments(); err != nil {
		return badUsage{err}
	}
	draw := render.New(render.Options{Static: c.Static})
	if err := c.checkOutputs(); err != nil {
		return badUsage{err}
	}
	source, err := c.read()
	if err != nil {
		return err
	}
	session, err := newLocalSession(draw, dsl.Options{Program: !c.isNotebook()})
	if err != nil {
		return err
	}
	c.tellUnread(source)
	ctx, stop := terminal.Interruptible(context.Background())
	defer stop()
	last := &lastResult{Session: session}
	if err := c.cells(ctx, source, last, draw); err != nil {
		return err
	}
	return c.results(last, draw)
}

// checkOutputs refuses what could not be written when all is done.
func (c *runCommand) checkOutputs() error {
	for _, path := range []string{c.JSON, c.Save, c.Embedding, c.Output, c.HTML} {
		if path == "" || path == "-" && path == c.JSON {
			continue
		}
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return fmt.Errorf("%s cannot be written: %w\nremedy: name a file in a folder that is there", path, err)
		}
	}
	if c.Embedding != "" {
		if _, err := format.Known.Writable(c.Embedding); err != nil {
			return err
		}
	}
	if c.Save == "" {
		return nil
	}
	return render.CheckName(c.Save)
}

// read reads the cells, with the variables that were given other values.
func (c *runCommand) read() (source *notebook.Notebook, err error) {
	switch c.File {
	case "":
		source = notebook.FromCells(c.Eval)
	case "-":
		source, err = notebook.ReadScript(os.Stdin)
	default:
		source, err = notebook.ReadFile(c.File)
	}
	if err != nil {
		return nil, err
	}
	for _, text := range c.Set {
		s, err := notebook.ParseSetting(text)
		if err == nil {
			err = source.Set(s)
		}
		if err != nil {
			return nil, badUsage{err}
		}
	}
	return source, nil
}

// newLocalSession is a session in this process, which collects garbage rather
// than outgrow the budget.
func newLocalSession(draw *render.Renderer, options dsl.Options) (*dsl.Session, error) {
	if err := budget.Reason(); err != nil {
		return nil, err
	}
	if most := budget.Bytes(); most > 0 {
		debug.SetMemoryLimit(int64(most))
	}
	return newSessionOf(draw, options)
}

// isNotebook reports whether the cells run as those of a notebook, and not of a script.
func (c *runCommand) isNotebook() bool {
	return strings.HasSuffix(c.File, ".ipynb") || c.Output != "" || c.HTML != ""
}

// cells runs a notebook quietly, into a file, or a script aloud.
func (c *runCommand) cells(ctx context.Context, script *notebook.Notebook, lang *lastResult, draw *render.Renderer) error {
	if c.isNotebook() {
		return c.notebook(ctx, script, lang, draw)
	}
	out := terminal.NewOutput(draw)
	if c.Quiet || c.JSON == "-" {
		out.Quieten()
	}
	if c.JSON == "-" {
		out.Aside()
	}
	for _, code := range script.Cells {
		if code.Kind != notebook.Code {
			continue
		}
		err := terminal.Eval(ctx, lang, code.Source, out)
		if status, ended := lang.Status(); ended {
			return exitStatus(status).err()
		}
		if err != nil && !c.KeepGoing {
			return errShown
		}
	}
	return nil
}

// errShown ends the program after its reason has been shown.
var errShown = errors.New("a cell failed")

// An exitStatus is that by which a script has ended itself, which is then the program's.
type exitStatus int

func (s exitStatus) Error() string {
	return fmt.Sprintf("the script ended itself with status %d", int(s))
}

// err is nil where all went well, so that results are written.
func (s exitStatus) err() error {
	if s == 0 {
		return nil
	}
	return s
}

func (c *runCommand) notebook(ctx context.Context, nb *notebook.Notebook, lang *lastResult, draw *render.Renderer) error {
	runner := notebook.Runner{Language: lang, Renderer: draw, KeepGoing: c.KeepGoing, Log: os.Stderr}
	if c.Quiet {
		runner.Log = nil
	}
	failed := runner.Run(ctx, nb)
	if c.Output != "" {
		if err := nb.WriteFile(c.Output); err != nil {
			return err
		}
	}
	if c.HTML != "" {
		var page bytes.Buffer
		if err := nb.HTML(&page, filepath.Base(c.File)); err != nil {
			return err
		}
		if err := os.WriteFile(c.HTML, page.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return failed
}

// results writes the last report where it was asked for.
func (c *runCommand) results(last *lastResult, draw *render.Renderer) error {
	if c.JSON != "" && last.report == nil {
		return errors.New("no cell gave a report to write; end with a pipeline")
	}
	if c.Save != "" && last.result == nil {
		return errors.New("no cell gave a result to write; end with a pipeline, a comparison, a figure or a table")
	}
	if c.JSON != "" {
		text, err := json.Marshal(last.report)
		if err != nil {
			return err
		}
		if c.JSON == "-" {
			_, err = os.Stdout.Write(append(text, '\n'))
		} else {
			err = os.WriteFile(c.JSON, append(text, '\n'), 0o644)
		}
		if err != nil {
			return err
		}
	}
	if c.Embedding != "" {
		if err := writeEmbedding(last.report, c.Embedding); err != nil {
			return err
		}
	}
	if c.Save != "" {
		return draw.Save(last.result, c.Save)
	}
	return nil
}

// writeEmbedding writes where the rows of a report were placed.
func writeEmbedding(r *engine.Report, path string) error {
	if r == nil {
		return errors.New("no cell gave a report whose embedding could be written; end with a pipeline")
	}
	places, err := format.Places(r)
	if err != nil {
		return err
	}
	return format.Known.Save(path, places)
}

// lastResult is a session that remembers the last report it gave, and the last
// result: a report, a comparison, a figure, a table, or rows of numbers or words.
type lastResult struct {
	*dsl.Session
	report *engine.Report
	result any
}

// Eval runs a cell and keeps what it shows, at its end or before.
func (l *lastResult) Eval(ctx context.Context, code string, out cell.Output) (any, error) {
	value, err := l.Session.Eval(ctx, code, resultKeeper{out, l})
	l.keep(value)
	return value, err
}

func (l *lastResult) keep(value any) {
	switch value := value.(type) {
	case *engine.Report:
		l.report, l.result = value, value
	case dsl.Result, *figure.Figure, *figure.Sheet, engine.Answers, *engine.Table, mat.Matrix, []string, []float64, []int:
		l.result = value
	}
}

// resultKeeper is an output that sees reports go by.
type resultKeeper struct {
	cell.Output
	last *lastResult
}

// Display shows a value and keeps it.
func (w resultKeeper) Display(value any, id string) {
	w.last.keep(value)
	w.Output.Display(value, id)
}

type replCommand struct{}

// Run reads cells until the end of input.
func (replCommand) Run() error {
	command.SetArguments("unfold")
	draw := render.New(render.Options{Static: true})
	session, err := newLocalSession(draw, dsl.Options{})
	if err != nil {
		return err
	}
	fmt.Printf("unfold %s. A cell is Go with pipelines in it; Tab completes, Ctrl-D ends.\n", engine.Version)
	return terminal.NewPrompt(session, terminal.NewOutput(draw)).Run(context.Background())
}
