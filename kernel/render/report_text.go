package render

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"unfold/kernel/render/table"
)

// text sets the report for a terminal; without figures, these are shown
// beside it.
func (v reportView) text(figures bool) string {
	var b strings.Builder
	b.WriteString(pipelineText(v.report.Pipeline) + "\n")
	for _, field := range [][2]string{{"data", v.data}, {"rows", v.rows}, {"tuned", v.sweep}, {"chose", v.choice}} {
		if field[1] != "" {
			label := field[0] + strings.Repeat(" ", 6-len(field[0]))
			b.WriteString(fill(label+field[1], "      ") + "\n")
		}
	}
	part := func(title, body string) {
		if body != "" {
			b.WriteString("\n" + title + "\n" + indent(body, "  ") + "\n")
		}
	}
	if v.scores.Rows != nil {
		part("how well", v.scores.Text())
	}
	if v.answers.Rows != nil {
		part("rows without a label", strings.TrimRight(v.answers.Text()+"\n"+fill(v.sizes, "  "), "\n"))
	}
	var trust []string
	if figures && len(v.figures) > 0 {
		trust = append(trust, figuresText(v.figures))
	}
	if v.trust.Rows != nil {
		trust = append(trust, v.trust.Text())
	}
	for _, line := range v.grounds {
		trust = append(trust, fill(line, "  "))
	}
	for _, n := range v.notes {
		trust = append(trust, fill("note: "+n, "  "))
	}
	part(strings.ToLower(v.evidenceTitle()), strings.Join(trust, "\n"))
	cost := v.total
	if v.perStep.Rows != nil {
		cost = v.perStep.Text() + "\n" + cost
	}
	if v.effort != "" {
		cost += "\n" + fill(v.effort, "  ")
	}
	if v.brief {
		b.WriteString("\n" + v.leftOut() + "\n")
	} else {
		part("what it cost", cost)
	}
	return printable(strings.TrimRight(b.String(), "\n"))
}

// leftOut tells what a brief report does not show.
func (v reportView) leftOut() string {
	text := "in brief: without what each step cost"
	if n := len(v.report.Figures) - len(v.figures); n > 0 {
		text = fmt.Sprintf("in brief: without %s and what each step cost", table.Count(n, "more figure"))
	}
	return text
}

// printable blanks the control characters that names from data may bring,
// which would colour or clear a terminal; lines stay.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, text)
}

// pipelineText breaks a pipeline before a bar where it is too wide.
func pipelineText(p string) string {
	words := strings.Split(p, " | ")
	line, lines := words[0], []string(nil)
	for _, w := range words[1:] {
		if runewidth.StringWidth(line+" | "+w) > table.Width {
			lines = append(lines, line)
			line = "  | " + w
			continue
		}
		line += " | " + w
	}
	return strings.Join(append(lines, line), "\n")
}

// fill breaks text at blanks to the width of a page, later lines after the
// hang.
func fill(text, hang string) string {
	const wide = table.Width - 4 // within an indented part
	var lines []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if line != "" && runewidth.StringWidth(line+" "+word) > wide {
			lines = append(lines, line)
			line = hang + word
			continue
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

func indent(text, by string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = by + line
		}
	}
	return strings.Join(lines, "\n")
}
