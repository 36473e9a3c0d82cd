package interp

import (
	"go/ast"
	"go/token"
	"reflect"
	"strconv"

	"unfold/dsl/interp/core"
	"unfold/dsl/interp/std"
)

// supply gives the interpreter what a program is going to ask it for: the tables
// of the packages it imports, and, of all interfaces that these and earlier
// ones speak of, the types by which interpreted values implement them. A table
// that no cell asks for is never read.
func (c *compiler) supply(p *core.Program) error {
	if err := c.use(core.UnnamedPath, p.Exports); err != nil {
		return err
	}
	for _, d := range p.File.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for _, spec := range g.Specs {
			path, err := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value)
			if err != nil {
				return err
			}
			if err := c.supplyPackage(path); err != nil {
				return err
			}
		}
	}
	for _, t := range c.workspace.Packages.Tables.Met() {
		name := "_" + t.Name()
		if v := c.workspace.Packages.Tables.Export(t.PkgPath(), name); v.IsValid() && !c.supplied[t.PkgPath()] {
			if err := c.use(t.PkgPath(), map[string]reflect.Value{name: v}); err != nil {
				return err
			}
		}
	}
	return nil
}

// supplyPackage gives the interpreter all of a compiled package.
func (c *compiler) supplyPackage(path string) error {
	if c.supplied[path] {
		return nil
	}
	c.supplied[path] = true
	if c.ownsProcess {
		if err := c.console.TakeProcess(path); err != nil {
			return err
		}
	}
	table := c.workspace.Packages.Tables.Exports(path)
	for name, v := range table {
		if !v.IsValid() {
			delete(table, name) // hidden
		}
	}
	return c.use(path, table)
}

// use adds entries to a package as the interpreter knows it.
func (c *compiler) use(path string, table map[string]reflect.Value) error {
	c.machine.Ask(askingOf(path, table))
	return c.machine.Supply(path, table, c.asked(path))
}

// asked is what compiled code asks of values, by the name of a function or
// wrapper: see std.Asked. Whatever is shown is seen as if it were printed.
func (c *compiler) asked(path string) map[string][]reflect.Type {
	switch path {
	case core.HookPath:
		return map[string][]reflect.Type{"Show": std.Printed}
	case core.PreludePath:
		m := map[string][]reflect.Type{}
		for _, name := range c.prelude.Scope().Names() {
			m[core.PreludePrefix+name] = std.Printed
		}
		return m
	}
	return std.Asked(path)
}
