package console

import "fmt"

// printing is what of package fmt reads or writes a stream of the cell.
func (c *Console) printing() map[string]any {
	in, out := c.Stdin(), c.Writer("stdout")
	return map[string]any{
		"Print":   func(a ...any) (int, error) { return fmt.Fprint(out, a...) },
		"Println": func(a ...any) (int, error) { return fmt.Fprintln(out, a...) },
		"Printf":  func(format string, a ...any) (int, error) { return fmt.Fprintf(out, format, a...) },
		"Scan":    func(a ...any) (int, error) { return fmt.Fscan(in, a...) },
		"Scanf":   func(format string, a ...any) (int, error) { return fmt.Fscanf(in, format, a...) },
		"Scanln":  func(a ...any) (int, error) { return fmt.Fscanln(in, a...) },
	}
}
