package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"unfold/dsl"
	"unfold/dsl/cell"
	"unfold/dsl/models"
	"unfold/engine/model"
	"unfold/kernel/render"
	"unfold/kernel/terminal"
)

type learnCommand struct {
	Eval     string `short:"e" required:"" placeholder:"PIPELINE" help:"What to learn, such as 'load(\"wine.csv\") | scale | svm'."`
	Output   string `short:"o" required:"" placeholder:"MODEL" help:"The file of the model: .unfold, or .onnx or .go for other programs."`
	Scores   bool   `help:"Run the report of the pipeline too, and keep its scores in the file."`
	Distance bool   `help:"Keep the training rows, so as to tell how far others lie from them."`
}

// Run learns from all rows, writes the file and shows what it holds.
func (c *learnCommand) Run() error {
	if err := model.CheckPath(c.Output); err != nil {
		return err
	}
	draw := render.New(render.Options{Static: true})
	session, err := newLocalSession(draw, dsl.Options{})
	if err != nil {
		return err
	}
	ctx, stop := terminal.Interruptible(context.Background())
	defer stop()
	keep := &lastModel{lastResult: &lastResult{Session: session}}
	out := terminal.NewOutput(draw)
	text := strings.TrimSpace(c.Eval)
	if err := terminal.Eval(ctx, keep, fmt.Sprintf("learn(%s, scores=%t, distance=%t)", text, c.Scores, c.Distance), out); err != nil {
		return errShown
	}
	if keep.model == nil {
		return errors.New("the text gave no model; give one pipeline")
	}
	return keep.model.Engine().SaveAs(c.Output)
}

// lastModel is a session that remembers the last model it gave.
type lastModel struct {
	*lastResult
	model *models.Model
}

// Eval runs a cell and keeps the model that it shows.
func (l *lastModel) Eval(ctx context.Context, code string, out cell.Output) (any, error) {
	value, err := l.lastResult.Eval(ctx, code, out)
	if m, ok := value.(*models.Model); ok {
		l.model = m
	}
	return value, err
}

type showCommand struct {
	Model string `arg:"" help:"The file of a model."`
	JSON  bool   `help:"Print the description as the file has it."`
}

// Run shows the card of a model.
func (c *showCommand) Run() error {
	m, err := model.Open(c.Model)
	if err != nil {
		return err
	}
	if c.JSON {
		text, err := json.MarshalIndent(m.Card, "", "  ")
		if err == nil {
			_, err = fmt.Fprintf(os.Stdout, "%s\n", text)
		}
		return err
	}
	_, err = fmt.Fprintln(os.Stdout, render.New(render.Options{Static: true}).Text(m))
	return err
}

type exportCommand struct {
	Model   string `arg:"" help:"The file of a model."`
	Output  string `short:"o" required:"" placeholder:"FILE" help:"The file to write: .onnx for ONNX runtimes, .go for a package of Go that needs the standard library alone."`
	Package string `placeholder:"NAME" help:"The name of the package, where it is not that of its folder."`
}

// Run writes a model for other programs.
func (c *exportCommand) Run() error {
	m, err := model.Open(c.Model)
	if err != nil {
		return err
	}
	if c.Package == "" {
		return m.SaveAs(c.Output)
	}
	var text strings.Builder
	if err := m.WriteGo(&text, c.Package); err != nil {
		return err
	}
	return os.WriteFile(c.Output, []byte(text.String()), 0o666)
}
