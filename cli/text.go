package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"unfold/dsl"
	"unfold/dsl/assist"
	"unfold/dsl/cell"
	"unfold/dsl/diag"
	"unfold/engine"
	"unfold/kernel/render"
)

type fmtCommand struct {
	Write bool     `short:"w" help:"Write the result to the file instead of printing it."`
	Files []string `arg:"" optional:"" help:"Scripts; standard input if none is named."`
}

// Run formats each file.
func (c *fmtCommand) Run() error {
	session, err := newSession(render.New(render.Options{}))
	if err != nil {
		return err
	}
	if len(c.Files) == 0 {
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			return err
		}
		out, err := canonical(session, "standard input", string(text))
		fmt.Print(out)
		return err
	}
	for _, name := range c.Files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		out, err := canonical(session, name, string(text))
		switch {
		case err != nil:
			return err
		case !c.Write:
			fmt.Print(out)
		case out != string(text):
			if err := os.WriteFile(name, []byte(out), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// canonical prints a script canonically, cell by cell: the marks between cells
// stay as they are.
func canonical(session *dsl.Session, name, script string) (string, error) {
	var out, piece strings.Builder
	flush := func() error {
		text, err := session.Format(name, piece.String())
		var failure cell.Failure
		if errors.As(err, &failure) {
			return errors.New(strings.Join(failure.Traceback(false), "\n"))
		}
		out.WriteString(text)
		piece.Reset()
		return err
	}
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(line, "// %%") && !strings.HasPrefix(line, "#!") {
			piece.WriteString(line)
			continue
		}
		if err := flush(); err != nil {
			return "", err
		}
		if out.Len() > 0 {
			out.WriteString("\n")
		}
		out.WriteString(line)
	}
	err := flush()
	return out.String(), err
}

type docCommand struct {
	Stage string `arg:"" optional:"" help:"The stage, function or argument to explain; stages and functions are listed without one."`
}

// Run prints the reference.
func (c *docCommand) Run() error {
	catalogue, err := catalogue()
	if err != nil {
		return err
	}
	a := assist.Assistant{Catalogue: func() *engine.Catalogue { return catalogue }, Functions: dsl.Functions()}
	if c.Stage == "" {
		_, err := fmt.Print(a.Reference())
		return err
	}
	help, ok := a.Explain(c.Stage)
	if !ok {
		advice := cmp.Or(diag.WhichStage(c.Stage, catalogue.Stages(), a.Topics()), "`unfold doc` lists them")
		return fmt.Errorf("there is no stage, function or argument %q; %s", c.Stage, advice)
	}
	_, err = fmt.Print(help.Text)
	return err
}
