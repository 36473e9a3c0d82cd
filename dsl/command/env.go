package command

import (
	"context"
	"os"
	"slices"
	"strings"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "env", Usage: "%env [NAME[=value]]", Line: true,
		Summary: "lists, tells or sets variables of the environment, for os.Getenv in cells and for ! alike",
		Complete: func(_ Host, typed string) []cell.Item {
			var names []string
			for _, v := range os.Environ() {
				name, _, _ := strings.Cut(v, "=")
				names = append(names, name)
			}
			return items(names, "variable", typed)
		},
		Run: runEnv,
	})
}

func runEnv(_ context.Context, c *Call) (any, error) {
	name, value, set := strings.Cut(c.rest(), "=")
	if !set {
		name, value, set = strings.Cut(c.rest(), " ")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case name == "" && !set:
		t := Table{Title: "environment", Header: []string{"name", "value"}}
		for _, v := range slices.Sorted(slices.Values(os.Environ())) {
			name, value, _ := strings.Cut(v, "=")
			t.Rows = append(t.Rows, []string{name, abridge(value)})
		}
		return t, nil
	case !set:
		value, ok := os.LookupEnv(name)
		if !ok {
			return nil, c.fault(c.Rest, name+" is not set", "write %env "+name+"=value to set it")
		}
		c.sayln(value)
		return nil, nil
	}
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		value = value[1 : n-1]
	}
	if err := os.Setenv(name, value); err != nil {
		return nil, c.fault(c.Rest, err.Error(), "write "+c.Usage)
	}
	return nil, nil
}
