package figure

import (
	"math"
	"slices"
	"strings"
)

// LaTeX writes the sheet as a tabular of package booktabs: the best in bold,
// ties in italics.
func (s *Sheet) LaTeX() string {
	var b strings.Builder
	b.WriteString(`\begin{tabular}{`)
	for i := range s.Columns {
		if s.numbers(i) {
			b.WriteByte('r')
		} else {
			b.WriteByte('l')
		}
	}
	b.WriteString("}\n\\toprule\n")
	line := func(cells []string) { b.WriteString(strings.Join(cells, " & ") + " \\\\\n") }
	heads := make([]string, len(s.Columns))
	for i, name := range s.Columns {
		heads[i] = latex.Replace(name)
	}
	line(heads)
	b.WriteString("\\midrule\n")
	for _, row := range s.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			cells[i] = latex.Replace(c.Text)
			switch c.Mark {
			case Best:
				cells[i] = `\textbf{` + cells[i] + "}"
			case Tied:
				cells[i] = `\textit{` + cells[i] + "}"
			}
		}
		line(cells)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	return b.String()
}

// numbers reports whether a column is one of numbers.
func (s *Sheet) numbers(column int) bool {
	return slices.ContainsFunc(s.Rows, func(row []Cell) bool { return column < len(row) && !math.IsNaN(row[column].Value) })
}

var latex = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`,
	"±", `$\pm$`, "×", `$\times$`, "−", "$-$", "≤", `$\leq$`, "<", "$<$", ">", "$>$", "|", "$|$", "—", "---", "–", "--")
