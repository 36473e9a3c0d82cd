package console

import (
	"fmt"
	"log"
)

// logging replaces the standard logger by one that speaks on the stderr of the
// cell and, where it would end the process, ends the cell.
func (c *Console) logging() map[string]any {
	l := log.New(c.Writer("stderr"), "", log.LstdFlags)
	const caller = 3 // of Output, for log.Lshortfile
	fatal := func(text string) {
		_ = l.Output(caller, text) // nobody is left to be told
		c.exit(1)
	}
	return map[string]any{
		"Default": func() *log.Logger { return l },
		"Fatal":   func(v ...any) { fatal(fmt.Sprint(v...)) },
		"Fatalf":  func(format string, v ...any) { fatal(fmt.Sprintf(format, v...)) },
		"Fatalln": func(v ...any) { fatal(fmt.Sprintln(v...)) },
		"Panic":   l.Panic, "Panicf": l.Panicf, "Panicln": l.Panicln,
		"Print": l.Print, "Printf": l.Printf, "Println": l.Println,
		"Flags": l.Flags, "SetFlags": l.SetFlags,
		"Prefix": l.Prefix, "SetPrefix": l.SetPrefix,
		"Writer": l.Writer, "SetOutput": l.SetOutput,
		"Output": l.Output,
	}
}
