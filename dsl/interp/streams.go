package interp

import (
	"fmt"
	"io"
	"log"

	"unfold/dsl/interp/gotypes"
)

// printing replaces what of package fmt speaks to a stream of the cell.
func (s *Session) printing() []gotypes.Export {
	in, out := s.io.stdin, s.io.writer("stdout")
	return []gotypes.Export{
		{Name: "Print", Value: func(a ...any) (int, error) { return fmt.Fprint(out, a...) }},
		{Name: "Println", Value: func(a ...any) (int, error) { return fmt.Fprintln(out, a...) }},
		{Name: "Printf", Value: func(format string, a ...any) (int, error) { return fmt.Fprintf(out, format, a...) }},
		{Name: "Sprintf", Value: func(format string, a ...any) string { return fmt.Sprintf(format, a...) }},
		{Name: "Fprintf", Value: func(w io.Writer, format string, a ...any) (int, error) {
			return fmt.Fprintf(w, format, a...)
		}},
		{Name: "Appendf", Value: func(b []byte, format string, a ...any) []byte { return fmt.Appendf(b, format, a...) }},
		{Name: "Errorf", Value: func(format string, a ...any) error { return fmt.Errorf(format, a...) }},
		{Name: "Scan", Value: func(a ...any) (int, error) { return fmt.Fscan(in, a...) }},
		{Name: "Scanf", Value: func(format string, a ...any) (int, error) { return fmt.Fscanf(in, format, a...) }},
		{Name: "Scanln", Value: func(a ...any) (int, error) { return fmt.Fscanln(in, a...) }},
	}
}

// logging replaces the standard logger by one that speaks on the stderr of
// the cell and, where it would end the process, ends the cell.
func (s *Session) logging() []gotypes.Export {
	l := log.New(s.io.writer("stderr"), "", log.LstdFlags)
	const caller = 3 // of Output, for log.Lshortfile
	fatal := func(text string) {
		_ = l.Output(caller, text) // nobody is left to be told
		panic(ExitError{1})
	}
	return []gotypes.Export{
		{Name: "Default", Value: func() *log.Logger { return l }},
		{Name: "Fatal", Value: func(v ...any) { fatal(fmt.Sprint(v...)) }},
		{Name: "Fatalf", Value: func(format string, v ...any) { fatal(fmt.Sprintf(format, v...)) }},
		{Name: "Fatalln", Value: func(v ...any) { fatal(fmt.Sprintln(v...)) }},
		{Name: "Panic", Value: l.Panic}, {Name: "Panicf", Value: l.Panicf}, {Name: "Panicln", Value: l.Panicln},
		{Name: "Print", Value: l.Print}, {Name: "Printf", Value: l.Printf}, {Name: "Println", Value: l.Println},
		{Name: "Flags", Value: l.Flags}, {Name: "SetFlags", Value: l.SetFlags},
		{Name: "Prefix", Value: l.Prefix}, {Name: "SetPrefix", Value: l.SetPrefix},
		{Name: "Writer", Value: l.Writer}, {Name: "SetOutput", Value: l.SetOutput},
		{Name: "Output", Value: l.Output},
	}
}
