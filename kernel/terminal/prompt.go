package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"
	"unfold/dsl/cell"
)

// A Language is what a prompt and a script ask of a language.
type Language interface {
	Eval(ctx context.Context, code string, out cell.Output) (any, error)
	Complete(code string, cursor int) cell.Completion
	Pending(code string) (indent string, c cell.Completeness)
}

// A Prompt reads cells from a terminal and shows what they give.
type Prompt struct {
	lang    Language
	out     *Output
	history bytes.Buffer // as liner reads and writes it
	file    string       // where the history is kept between sessions
}

// NewPrompt returns a prompt that keeps its history in the reader's cache
// folder, where there is one.
func NewPrompt(lang Language, out *Output) *Prompt {
	p := &Prompt{lang: lang, out: out}
	if dir, err := os.UserCacheDir(); err == nil {
		p.file = filepath.Join(dir, "unfold", "history")
		if text, err := os.ReadFile(p.file); err == nil {
			p.history.Write(text)
		}
	}
	return p
}

// Run reads and evaluates cells until the end of input.
func (p *Prompt) Run(ctx context.Context) error {
	defer p.save()
	for n := 1; ; n++ {
		code, err := p.read(n)
		switch {
		case errors.Is(err, liner.ErrPromptAborted):
			continue
		case errors.Is(err, io.EOF):
			fmt.Fprintln(p.out.stdout)
			return nil
		case err != nil:
			return err
		}
		if strings.TrimSpace(code) != "" {
			p.eval(ctx, code)
		}
	}
}

// read takes lines until they make a cell. Each line has an editor of its
// own, so that while a cell runs the terminal is as it was found and Ctrl-C
// is a signal.
func (p *Prompt) read(n int) (string, error) {
	first := fmt.Sprintf("In[%d]: ", n)
	later := strings.Repeat(" ", len(first)-5) + "...: "
	var code string
	prompt, indent := first, ""
	for {
		line, err := p.line(prompt, indent, code)
		if err != nil {
			return "", err
		}
		code += line + "\n"
		more, state := p.lang.Pending(code)
		if state != cell.Incomplete || line == "" && prompt == later {
			return code, nil
		}
		prompt, indent = later, more
	}
}

func (p *Prompt) line(prompt, indent, before string) (string, error) {
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return p.piped()
	}
	editor := liner.NewLiner()
	defer editor.Close()
	editor.SetCtrlCAborts(true)
	editor.SetTabCompletionStyle(liner.TabPrints)
	editor.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		return p.complete(before, line, pos)
	})
	editor.ReadHistory(bytes.NewReader(p.history.Bytes())) //nolint:errcheck // from memory
	text, err := editor.PromptWithSuggestion(prompt, indent, -1)
	if err == nil && strings.TrimSpace(text) != "" {
		editor.AppendHistory(text)
		p.history.Reset()
		editor.WriteHistory(&p.history) //nolint:errcheck // to memory
	}
	return text, err
}

// piped reads a line of what another program or a file gives. The reader is the
// one that cells ask for input: an editor of its own would swallow their lines.
func (p *Prompt) piped() (string, error) {
	line, err := p.out.answer.ReadString('\n')
	if err == io.EOF && line != "" {
		err = nil
	}
	return strings.TrimRight(line, "\r\n"), err
}

// complete asks the language, which sees the earlier lines of the cell too.
// liner counts in bytes, the language in code points.
func (p *Prompt) complete(before, line string, pos int) (head string, words []string, tail string) {
	offset := len([]rune(before))
	c := p.lang.Complete(before+line, offset+len([]rune(line[:pos])))
	runes := []rune(line)
	start, end := c.Start-offset, c.End-offset
	if start < 0 || end > len(runes) || start > end {
		return line[:pos], nil, line[pos:]
	}
	for _, item := range c.Items {
		words = append(words, item.Text)
	}
	return string(runes[:start]), words, string(runes[end:])
}

func (p *Prompt) save() {
	if p.file == "" {
		return
	}
	if err := os.MkdirAll(filepath.Dir(p.file), 0o700); err == nil {
		os.WriteFile(p.file, p.history.Bytes(), 0o600) //nolint:errcheck // a lost history is no reason to fail
	}
}

// eval runs one cell, until Ctrl-C.
func (p *Prompt) eval(ctx context.Context, code string) {
	ctx, stop := Interruptible(ctx)
	defer stop()
	Eval(ctx, p.lang, code, p.out) //nolint:errcheck // shown; the prompt goes on
}

// Eval runs one cell and shows its value or its failure.
func Eval(ctx context.Context, lang Language, code string, out *Output) error {
	value, err := lang.Eval(ctx, code, out)
	out.Done()
	if err != nil {
		out.Fail(err)
		return err
	}
	if value != nil {
		out.Show(value)
	}
	return nil
}
