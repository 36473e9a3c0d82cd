package kernel

import (
	"context"

	"unfold/dsl/cell"
	"unfold/engine"
)

// A Language runs cells. Eval is called for one cell at a time in each shell, so
// for several at once where a front end has opened subshells; Complete, Inspect
// and Pending are called at any time. All of them are called from several
// goroutines.
//
// A language may have more to offer, for which the kernel asks by interface:
// [Stopper], [Parent] and [Correspondent].
type Language interface {
	// Eval runs a cell and returns the value to show as its result, nil for
	// none. It stops soon after ctx is done, with the session intact. An error
	// that is a [cell.Failure] is shown as it wishes. The context outlives the
	// cell, so goroutines it has left behind go on; so does out. What of the
	// work's progress is to be seen goes to out.Progress.
	Eval(ctx context.Context, code string, out cell.Output) (any, error)
	// Complete lists what could stand at the cursor, a count of code points.
	Complete(code string, cursor int) cell.Completion
	// Inspect explains the word at the cursor; detail 1 asks for more than 0.
	Inspect(code string, cursor, detail int) (cell.Help, bool)
	// Pending tells whether code is a whole cell, and how far to indent the
	// next line if it is not.
	Pending(code string) (indent string, c cell.Completeness)
}

// A Stopper is a language that can end whatever runs at once, at the price of
// its session. The kernel asks it to when a cell goes on after an interrupt and
// the reader interrupts it again within a second. Stop does not wait for the
// end; the cells then fail as the language thinks right.
type Stopper interface {
	Stop()
}

// A Parent is a language with processes of its own, whose use of the machine
// counts as the kernel's. PIDs may be called at any time.
type Parent interface {
	PIDs() []int
}

// A Renderer turns values into MIME bundles: data by MIME type, and metadata
// beside it. Empty data means that there is nothing to show. Its methods may
// be called from several goroutines.
type Renderer interface {
	Render(value any) (data, metadata map[string]any)
	Progress(p engine.Progress) (data map[string]any)
}

// Info is how a kernel presents itself.
type Info struct {
	Name      string // of the implementation
	Version   string // of the implementation
	Banner    string // shown by consoles at the start
	Language  LanguageInfo
	HelpLinks []HelpLink

	// History is the file in which cells are kept across sessions; empty keeps
	// them for this session alone. Package history has a place for it.
	History string

	// Fault is told of dropped messages and of failures inside the kernel;
	// nil writes them to stderr.
	Fault func(error)
}

// LanguageInfo is what front ends need to know about the language: how to
// colour it, what to call its files, how to export a notebook.
type LanguageInfo struct {
	Name         string `json:"name"`
	Version      string `json:"version"`
	MIMEType     string `json:"mimetype"`
	Extension    string `json:"file_extension"`
	PygmentsName string `json:"pygments_lexer"`
	EditorMode   string `json:"codemirror_mode"`
	Exporter     string `json:"nbconvert_exporter"`
}

// GoLanguage describes Go cells.
func GoLanguage() LanguageInfo {
	return LanguageInfo{
		Name:         "go",
		Version:      "1.26",
		MIMEType:     "text/x-go",
		Extension:    ".go",
		PygmentsName: "go",
		EditorMode:   "go",
		Exporter:     "script",
	}
}

// A HelpLink is an entry of a front end's help menu.
type HelpLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}
