package cli

import (
	"context"
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/wording"
	"unfold/kernel/render"
	"unfold/kernel/terminal"
)

type datasetsCommand struct {
	Name string `arg:"" optional:"" help:"The data set to tell all of; all are listed without one."`
}

// Run prints what is known of data sets.
func (c *datasetsCommand) Run() error {
	out := terminal.NewOutput(render.New(render.Options{Static: true}))
	if c.Name == "" {
		var names registry.Names
		for _, set := range registry.All() {
			names = append(names, set.Name)
		}
		out.Display(names.Table(), "")
		return nil
	}
	set, err := setOf(c.Name)
	if err == nil {
		out.Display(set.Table(), "")
	}
	return err
}

type fetchCommand struct {
	Names []string `arg:"" name:"name" help:"Data sets, as unfold datasets lists them."`
	From  string   `placeholder:"ADDRESS" help:"The address of a folder that holds their files; that of UNFOLD_MIRROR if not given."`
}

// Run downloads data sets into the cache, one after the other, and says where they lie.
func (c *fetchCommand) Run() error {
	ctx, stop := terminal.Interruptible(context.Background())
	defer stop()
	out := terminal.NewOutput(render.New(render.Options{Static: true}))
	sets := make([]registry.Set, len(c.Names))
	for i, name := range c.Names {
		set, err := setOf(name)
		if err != nil {
			return err
		}
		sets[i] = set
	}
	for _, set := range sets {
		telling := engine.WithProgress(ctx, func(p engine.Progress) {
			p.Stage = set.Name
			out.Progress(p)
		})
		file, err := set.Fetch(telling, c.From, 0)
		if err != nil {
			return err
		}
		out.Stream("stdout", fmt.Sprintf("%s: %s\n", set.Name, file))
	}
	return nil
}

// setOf returns the data set of the name.
func setOf(name string) (registry.Set, error) {
	if set, ok := registry.Lookup(name); ok {
		return set, nil
	}
	var names []string
	for _, set := range registry.All() {
		names = append(names, set.Name)
	}
	hint := "`unfold datasets` lists them"
	if near := wording.Nearest(name, names); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, ", ") + "?"
	}
	return registry.Set{}, fmt.Errorf("there is no data set %q; %s", name, hint)
}
