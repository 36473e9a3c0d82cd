// Package manual writes what a shell and man want to know of the program, from the
// declarations of its command line: completion for bash, zsh and fish, and a manual
// page.
package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// A Program is the command line, with what its declarations do not say.
type Program struct {
	*kong.Application
	Version string
	// Words are what positional arguments may be: by "command argument", such as
	// "doc stage". Others are files.
	Words map[string][]string
	// Sections are further parts of the manual page, after the commands.
	Sections []Section
}

// A Section is a part of a manual page: a line of a list for each entry.
type Section struct {
	Title   string
	Entries [][2]string // what, and what of it
}

// commands are those that readers are to know.
func (p Program) commands() (all []*kong.Node) {
	for _, c := range p.Children {
		if !c.Hidden {
			all = append(all, c)
		}
	}
	return all
}

// flags are those of the program or of a command.
func flags(n *kong.Node) (all []*kong.Flag) {
	for _, f := range n.Flags {
		if !f.Hidden {
			all = append(all, f)
		}
	}
	return all
}

// spellings are how a flag may be written: "-e", "--eval".
func spellings(f *kong.Flag) (all []string) {
	if f.Short != 0 {
		all = append(all, "-"+string(f.Short))
	}
	return append(all, "--"+f.Name)
}

// takes is what stands for the value of a flag, "" if it has none.
func takes(f *kong.Flag) string {
	if f.IsBool() {
		return ""
	}
	return f.FormatPlaceHolder()
}

// Page is the manual page, for man of section 1.
func (p Program) Page() string {
	var b strings.Builder
	name := strings.ToUpper(p.Name)
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s %s\"\n.SH NAME\n%s \\- %s\n", name, p.Name, p.Version, p.Name, roff(uncapital(p.Help)))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I command\n[\\fIargument\\fR ...] [\\fIflag\\fR ...]\n", p.Name)
	b.WriteString(".SH COMMANDS\n")
	for _, c := range p.commands() {
		fmt.Fprintf(&b, ".SS %s\n%s\n", roff(strings.TrimSpace(c.Name+" "+arguments(c))), roff(c.Help))
		for _, a := range c.Positional {
			if a.Help != "" && !a.Tag.Hidden {
				item(&b, "\\fI"+roff(a.Name)+"\\fR", a.Help)
			}
		}
		for _, f := range flags(c) {
			item(&b, flagTitle(f), f.Help)
		}
	}
	b.WriteString(".SH FLAGS\n")
	for _, f := range flags(p.Node) {
		item(&b, flagTitle(f), f.Help)
	}
	for _, s := range p.Sections {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(s.Title)))
		for _, e := range s.Entries {
			item(&b, "\\fB"+roff(e[0])+"\\fR", e[1])
		}
	}
	return b.String()
}

// arguments are those of a command, as its synopsis has them.
func arguments(c *kong.Node) string {
	var all []string
	for _, a := range c.Positional {
		if !a.Tag.Hidden {
			all = append(all, a.Summary())
		}
	}
	return strings.Join(all, " ")
}

func flagTitle(f *kong.Flag) string {
	var all []string
	for _, s := range spellings(f) {
		all = append(all, "\\fB"+roff(s)+"\\fR")
	}
	title := strings.Join(all, ", ")
	if value := takes(f); value != "" {
		title += " \\fI" + roff(value) + "\\fR"
	}
	return title
}

// item writes an entry of a list.
func item(b *strings.Builder, title, text string) {
	fmt.Fprintf(b, ".TP\n%s\n%s\n", title, roff(text))
}

// roff is a text as troff takes it: nothing in it is a request or an escape.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

func uncapital(text string) string {
	text = strings.TrimSuffix(text, ".")
	return strings.ToLower(text[:1]) + text[1:]
}
