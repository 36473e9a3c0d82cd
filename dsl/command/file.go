package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "load", Usage: "%load file", Line: true,
		Summary:  "puts the text of a file in place of the cell",
		Complete: completeFiles,
		Run: func(_ context.Context, c *Call) (any, error) {
			_, text, err := c.read()
			if err != nil {
				return nil, err
			}
			return cell.Next{Text: strings.TrimRight(text, "\r\n"), Replace: true}, nil
		},
	}, &Command{
		Name: "run", Usage: "%run file", Line: true, Unsettle: true,
		Summary:  "runs a script, whose cells lines with // %% divide, in this session",
		Complete: completeFiles,
		Run:      runScript,
	}, &Command{
		Name: "writefile", Usage: "%%writefile [-a] file", Whole: true,
		Summary:  "writes the cell below it to a file, or with -a at its end",
		Complete: completeFiles,
		Run:      runWrite,
	})
}

func completeFiles(_ Host, typed string) []cell.Item { return Files(typed, false) }

// read returns the file that the argument names, and its text.
func (c *Call) read() (path, text string, err error) {
	if len(c.Words) != 1 {
		return "", "", c.fault(c.Rest, "it takes one file", "write "+c.Usage)
	}
	path = home(c.Words[0].Text)
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", c.fault(c.Rest, path+" is not there", "%ls lists what is")
	}
	if err != nil {
		return "", "", c.fault(c.Rest, err.Error(), "name a text file that can be read")
	}
	return path, strings.ReplaceAll(string(content), "\r\n", "\n"), nil
}

// deepest bounds how far scripts may run one another.
const deepest = 16

type depthKey struct{}

// runScript runs the cells of a file one after another, in their places in it,
// and shows what each gives but the last, which is the value.
func runScript(ctx context.Context, c *Call) (any, error) {
	depth, _ := ctx.Value(depthKey{}).(int)
	if depth == deepest {
		return nil, c.fault(c.Rest, fmt.Sprintf("%d scripts run one another", deepest), "look whether a script runs itself")
	}
	path, text, err := c.read()
	if err != nil {
		return nil, err
	}
	if filepath.Ext(path) == ".ipynb" {
		return nil, c.fault(c.Rest, "a notebook is no script", "export it with `jupyter nbconvert --to script`, or run it with `unfold run`")
	}
	ctx = context.WithValue(ctx, depthKey{}, depth+1)
	var last any
	for _, part := range scriptCells(text) {
		if last != nil {
			c.Out.Display(last, "")
		}
		last, err = c.Host.Script(ctx, filepath.Base(path), part, c.Out)
		if err != nil {
			return nil, err
		}
	}
	return last, nil
}

// scriptCells cuts a script at lines that begin with "// %%". Each cell keeps
// its place: before it stands a blank line for every line of the file.
func scriptCells(text string) (cells []string) {
	from, at := 0, 0
	add := func(to int) {
		if strings.TrimSpace(text[from:to]) != "" {
			cells = append(cells, strings.Repeat("\n", strings.Count(text[:from], "\n"))+text[from:to])
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "// %%") || at == 0 && strings.HasPrefix(line, "#!") {
			add(at)
			from = at + len(line)
		}
		at += len(line)
	}
	add(at)
	return cells
}

func runWrite(_ context.Context, c *Call) (any, error) {
	options, rest := flags(c.Words)
	how := os.O_TRUNC
	for _, o := range options {
		if o.Text != "-a" {
			return nil, c.fault(o.Extent, "there is no option "+o.Text, "write "+c.Usage)
		}
		how = os.O_APPEND
	}
	if len(rest) != 1 {
		return nil, c.fault(c.Rest, "it takes one file", "write "+c.Usage)
	}
	path, text := home(rest[0].Text), c.body()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|how, 0o644)
	if err != nil {
		return nil, c.fault(rest[0].Extent, err.Error(), "name a file in a folder that is there; !mkdir -p makes one")
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, c.fault(rest[0].Extent, err.Error(), "make room, or name another file")
	}
	c.sayln(fmt.Sprintf("wrote %d lines, %s, to %s", strings.Count(text, "\n"), size(len(text)), path))
	return nil, nil
}
