package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Shells are those that Completion knows.
var Shells = []string{"bash", "zsh", "fish"}

// Completion is the script by which a shell completes command lines of the program.
func (p Program) Completion(shell string) (string, error) {
	switch shell {
	case "bash":
		return p.bash(), nil
	case "zsh":
		return p.zsh(), nil
	case "fish":
		return p.fish(), nil
	}
	return "", fmt.Errorf("there is no completion for %s; there is for %s", shell, strings.Join(Shells, ", "))
}

// wordsOf are what the arguments of a command may be, nil for files.
func (p Program) wordsOf(c *kong.Node) (words []string, files bool) {
	for _, a := range c.Positional {
		if listed := p.Words[c.Name+" "+a.Name]; listed != nil {
			words = append(words, listed...)
		} else if !a.Tag.Hidden {
			files = true
		}
	}
	return words, files
}

// allFlags are the ways to write the flags of a command and of the program.
func (p Program) allFlags(c *kong.Node) (all []string) {
	for _, f := range append(flags(c), flags(p.Node)...) {
		all = append(all, spellings(f)...)
	}
	return all
}

// bash is for the bash that macOS has too: no bash-completion is needed.
func (p Program) bash() string {
	var b, names strings.Builder
	for _, c := range p.commands() {
		names.WriteString(c.Name + " ")
	}
	fmt.Fprintf(&b, "# Completion of %s for bash.\n_%[1]s() {\n\tlocal word=${COMP_WORDS[COMP_CWORD]} words=\n", p.Name)
	fmt.Fprintf(&b, "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n\t\tCOMPREPLY=($(compgen -W %s -- \"$word\"))\n\t\treturn\n\tfi\n", quoted(names.String()+strings.Join(p.allFlags(&kong.Node{}), " ")))
	b.WriteString("\tcase ${COMP_WORDS[1]} in\n")
	for _, c := range p.commands() {
		listed, files := p.wordsOf(c)
		fmt.Fprintf(&b, "\t%s)\n\t\tcase $word in\n\t\t-*) words=%s ;;\n\t\t*) words=%s ;;\n\t\tesac\n", c.Name, quoted(strings.Join(p.allFlags(c), " ")), quoted(strings.Join(listed, " ")))
		if files || len(flags(c)) > 0 {
			b.WriteString("\t\t[ -n \"$words\" ] || { COMPREPLY=($(compgen -f -- \"$word\")); return; }\n")
		}
		b.WriteString("\t\t;;\n")
	}
	fmt.Fprintf(&b, "\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\ncomplete -o filenames -F _%s %[1]s\n", p.Name)
	return b.String()
}

// zsh completes with what each flag and command is for.
func (p Program) zsh() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n# Completion of %[1]s for zsh.\n_%[1]s() {\n\tlocal -a commands\n\tcommands=(\n", p.Name)
	for _, c := range p.commands() {
		fmt.Fprintf(&b, "\t\t%s\n", quoted(c.Name+":"+c.Help))
	}
	b.WriteString("\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n")
	for _, c := range p.commands() {
		fmt.Fprintf(&b, "\t%s)\n\t\t_arguments", c.Name)
		for _, f := range append(flags(c), flags(p.Node)...) {
			for _, s := range spellings(f) {
				text := s + "[" + strings.NewReplacer("[", "(", "]", ")", ":", "").Replace(f.Help) + "]"
				if value := takes(f); value != "" {
					text += ":" + strings.ToLower(strings.ReplaceAll(value, ":", "")) + ":_files"
				}
				b.WriteString(" \\\n\t\t\t" + quoted(text))
			}
		}
		for _, a := range c.Positional {
			action := "_files"
			if listed := p.Words[c.Name+" "+a.Name]; listed != nil {
				action = "(" + strings.Join(listed, " ") + ")"
			}
			b.WriteString(" \\\n\t\t\t" + quoted("*:"+a.Name+":"+action))
			break
		}
		b.WriteString("\n\t\t;;\n")
	}
	fmt.Fprintf(&b, "\tesac\n}\n_%s \"$@\"\n", p.Name)
	return b.String()
}

// fish has a line for each word.
func (p Program) fish() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Completion of %s for fish.\n", p.Name)
	line := func(condition string, words ...string) {
		fmt.Fprintf(&b, "complete -c %s -n %s %s\n", p.Name, quoted(condition), strings.Join(words, " "))
	}
	for _, f := range flags(p.Node) {
		line("true", fishFlag(f)...)
	}
	for _, c := range p.commands() {
		line("__fish_use_subcommand", "-f", "-a", c.Name, "-d", quoted(c.Help))
		inside := "__fish_seen_subcommand_from " + c.Name
		for _, f := range flags(c) {
			line(inside, fishFlag(f)...)
		}
		listed, files := p.wordsOf(c)
		switch {
		case listed != nil:
			line(inside, "-f", "-a", quoted(strings.Join(listed, " ")))
		case !files:
			line(inside, "-f")
		}
	}
	return b.String()
}

func fishFlag(f *kong.Flag) []string {
	words := []string{"-l", f.Name, "-d", quoted(f.Help)}
	if f.Short != 0 {
		words = append(words, "-s", string(f.Short))
	}
	if takes(f) != "" {
		words = append(words, "-r")
	}
	return words
}

// quoted is one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
