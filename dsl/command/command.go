package command

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
)

// An Argument says what follows the name of a command.
type Argument int

const (
	Words Argument = iota // words, which quotes may hold together
	Code                  // a Go statement or a pipeline, of several lines where it needs them
	Shell                 // the rest of the line, for another program to read
)

// A Command is one word of the list.
type Command struct {
	Name     string // without its sign; "!" and "$" are their own names
	Usage    string // the whole of it, such as "%cd [folder]"
	Summary  string // what it does, a sentence without capital and stop
	Takes    Argument
	Whole    bool   // takes the whole cell, after %%
	Line     bool   // takes a line, after %
	Numbers  string // of one that takes Code the letters of its options, such as -n 10
	Unsettle bool   // may change what the names of the session mean, so that what follows cannot be checked before it has run

	// Complete lists what the word being typed could be; nil for nothing.
	Complete func(h Host, typed string) []cell.Item
	// Run does it. The value is shown, nil for none. An error that is no
	// cell.Failure is placed at the command.
	Run func(ctx context.Context, c *Call) (any, error)
}

// A Host is the session as commands see it. Its methods are called while a
// cell runs, from the goroutine of that cell; Names, Topics and Help also
// while none does.
type Host interface {
	// Eval runs a stretch of the cell, counted in bytes, as a cell of its own.
	Eval(ctx context.Context, from, to int, out cell.Output) (any, error)
	// Script runs a text as a cell whose positions are told by the name.
	Script(ctx context.Context, name, text string, out cell.Output) (any, error)
	// Loop compiles a stretch of the cell once and hands out a function that
	// runs it a number of times. Results that the session keeps do not serve.
	Loop(ctx context.Context, from, to int, measure func(times func(n int)) error) error
	// Names lists what cells have declared, by name; sized, with what each
	// variable holds.
	Names(sized bool) []Name
	// Forget takes names out of the session, and returns those it lacks.
	Forget(names ...string) (missing []string)
	// Reset forgets everything that cells have declared, imported and computed.
	Reset(ctx context.Context) error
	// Kept tells what the session holds of what it has found out.
	Kept() []Holding
	// Topics are the words that Help explains besides Go names.
	Topics() []string
	// Help explains a word: a stage, a function, a Go name.
	Help(topic string) (cell.Help, bool)
}

// A Name is what a cell has declared.
type Name struct {
	Name, Kind, Type string
	Cell             string // where
	Bytes            int    // of a variable, roughly; -1 where nobody has counted
}

var list []*Command

// register adds a command to the list; init functions call it.
func register(commands ...*Command) { list = append(list, commands...) }

// All returns the commands by name.
func All() []*Command {
	return slices.SortedFunc(slices.Values(list), func(a, b *Command) int { return cmp.Compare(a.Name, b.Name) })
}

// Lookup finds a command by its name.
func Lookup(name string) (*Command, bool) {
	for _, c := range list {
		if c.Name == name {
			return c, true
		}
	}
	return nil, false
}

// A Call is a command as a cell gives it.
type Call struct {
	*Command
	Source   *diag.Source // the cell
	From, To int          // the command in it, in bytes
	Rest     Extent       // what follows the name, on its line or as Code
	Words    []Word       // the same in words, where it takes words
	Body     Extent       // the lines below, of a command that takes the whole cell
	Host     Host
	Out      cell.Output
}

// An Extent is a stretch of a cell, in bytes.
type Extent struct{ From, To int }

// A Word is one word of an argument, without the quotes around it.
type Word struct {
	Extent
	Text string
}

// rest is what follows the name.
func (c *Call) rest() string { return c.Source.Text[c.Rest.From:c.Rest.To] }

// body is the lines below.
func (c *Call) body() string { return c.Source.Text[c.Body.From:c.Body.To] }

// sayln prints a line.
func (c *Call) sayln(text string) { c.Out.Stream("stdout", text+"\n") }

// Kind is how failures of commands are called.
const Kind = "CommandError"

// fault is an error that points at the command, or at a part of it.
func (c *Call) fault(at Extent, summary, remedy string) error {
	if at.To <= at.From {
		at = Extent{c.From, lineEnd(c.Source.Text, c.From)}
	}
	return diag.List{diag.New(c.Source, at.From, at.To, Kind, c.Title()+": "+summary, "", remedy)}
}

// Title is the name with its sign.
func (c *Command) Title() string {
	switch {
	case c.Name == "!" || c.Name == "$":
		return c.Name
	case c.Line:
		return "%" + c.Name
	}
	return "%%" + c.Name
}

// Do runs the command. An error that does not know its place is placed at it.
func (c *Call) Do(ctx context.Context) (any, error) {
	value, err := c.Run(ctx, c)
	var failure cell.Failure
	if err == nil || ctx.Err() != nil || errors.As(err, &failure) {
		return value, err
	}
	return nil, c.fault(Extent{}, err.Error(), "")
}
