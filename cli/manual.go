package cli

import (
	"fmt"
	"slices"

	"unfold/dsl"
	"unfold/engine"
	"unfold/engine/evaluate/budget"
	"unfold/install/manual"
)

// newManual is what shells and man are told of the program.
func newManual() manual.Program {
	var stages []string
	if all, err := catalogue(); err == nil {
		for _, s := range all.Stages() {
			stages = append(stages, s.Name)
		}
	}
	for _, f := range dsl.Functions() {
		stages = append(stages, f.Name)
	}
	slices.Sort(stages)
	return manual.Program{
		Application: newParser(new(commands)).Model,
		Version:     engine.Version,
		Words:       map[string][]string{"doc stage": stages, "completion shell": manual.Shells},
		Sections: []manual.Section{
			{Title: "Exit status", Entries: [][2]string{
				{"0", "All went well."},
				{"1", "A cell failed, a file could not be read or written, or there was no result to write."},
				{"2", "The command line asks for what cannot be done; nothing has run."},
			}},
			{Title: "Environment", Entries: [][2]string{
				{budget.Variable, "What a session may hold, such as 4GB or 50% of what is free."},
				{"UNFOLD_DATA", "A folder of data sets that load knows by name."},
			}},
		},
	}
}

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Run prints the script by which a shell completes command lines.
func (c *completionCommand) Run() error {
	script, err := newManual().Completion(c.Shell)
	fmt.Print(script)
	return err
}

type manualCommand struct{}

// Run prints the manual page.
func (manualCommand) Run() error {
	_, err := fmt.Print(newManual().Page())
	return err
}
