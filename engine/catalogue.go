package engine

import (
	"cmp"
	"fmt"
	"slices"
)

// A Catalogue is the set of words a pipeline may use. It never changes.
type Catalogue struct {
	stages []Stage
	byName map[string]*Stage
}

// NewCatalogue joins the stages of the families. Two stages of one name are a
// fault of the program, not of its user: it panics.
func NewCatalogue(families ...[]Stage) *Catalogue {
	c := &Catalogue{byName: map[string]*Stage{}}
	c.stages = slices.Concat(families...)
	slices.SortStableFunc(c.stages, func(a, b Stage) int { return cmp.Or(int(a.Role)-int(b.Role), a.Rank-b.Rank) })
	for i := range c.stages {
		s := &c.stages[i]
		if c.byName[s.Name] != nil {
			panic(fmt.Sprintf("engine: two stages are named %q", s.Name))
		}
		c.byName[s.Name] = s
	}
	return c
}

// Stages returns all stages, in the order of their roles.
func (c *Catalogue) Stages() []Stage { return slices.Clone(c.stages) }

// Lookup returns the stage of the given name.
func (c *Catalogue) Lookup(name string) (*Stage, bool) {
	s, ok := c.byName[name]
	return s, ok
}

// Lister returns the stage that loads data by name, with a method of its
// defaults; nil without one.
func (c *Catalogue) Lister() (*Stage, Lister) {
	for i := range c.stages {
		if lister, ok := c.stages[i].Make().(Lister); ok {
			return &c.stages[i], lister
		}
	}
	return nil, nil
}

// Names returns the names of the stages of a role.
func (c *Catalogue) Names(role Role) []string {
	return c.namesOf(func(s *Stage) bool { return s.Role == role })
}

// Taken returns the names of the stages that a parameter takes.
func (c *Catalogue) Taken(p *Param) []string { return c.namesOf(p.Takes) }

func (c *Catalogue) namesOf(wanted func(*Stage) bool) (names []string) {
	for i := range c.stages {
		if wanted(&c.stages[i]) {
			names = append(names, c.stages[i].Name)
		}
	}
	return names
}
