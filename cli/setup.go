package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"unfold/dsl/interp/mint"
	"unfold/engine"
	"unfold/engine/evaluate/budget"
	"unfold/engine/linear/blas"
	"unfold/install"
	"unfold/kernel/wire"
)

// place is where a kernelspec goes.
type place struct {
	User      bool   `xor:"scope" help:"For this user; the default."`
	Prefix    string `xor:"scope" placeholder:"P" help:"Below this folder, such as /usr/local."`
	SysPrefix bool   `xor:"scope" help:"In the Python environment in use."`
	Name      string `default:"unfold" help:"The name of the kernel; gophernotes runs that kernel's notebooks."`
}

func (p place) options() install.Options {
	o := install.Options{Name: p.Name, Prefix: p.Prefix, Version: engine.Version, Protocol: wire.Version}
	switch {
	case p.Prefix != "":
		o.Scope = install.Prefix
	case p.SysPrefix:
		o.Scope = install.SysPrefix
	}
	return o
}

type installCommand struct {
	place       `embed:""`
	DisplayName string `placeholder:"TEXT" help:"The name in menus."`
}

// Run writes the kernelspec.
func (c *installCommand) Run() error {
	options := c.options()
	options.DisplayName = c.DisplayName
	dir, err := install.Register(options)
	if err != nil {
		return err
	}
	fmt.Printf("registered kernel %q in %s\n%s", c.Name, dir, declaredTypes().Note())
	share, err := options.Share()
	if err == nil {
		err = newManual().Write(share)
	}
	if err == nil {
		fmt.Printf("wrote completion for bash, zsh and fish, and the manual page, below %s\n", share)
	}
	return err
}

type uninstallCommand struct {
	place `embed:""`
}

// Run removes the kernelspec.
func (c *uninstallCommand) Run() error {
	options := c.options()
	dir, err := install.Unregister(options)
	if err != nil {
		return err
	}
	fmt.Printf("removed %s\n", dir)
	share, err := options.Share()
	if err == nil && c.Name == "unfold" { // other kernels are the same program
		err = newManual().Remove(share)
	}
	return err
}

type doctorCommand struct{}

// Run checks the machine.
func (doctorCommand) Run() error {
	types := declaredTypes()
	checkup := install.Checkup{Options: place{Name: "unfold"}.options(), BLAS: linearAlgebra, Types: &types}
	checkup.Vectors.Current, checkup.Vectors.Best, checkup.Vectors.Variable = blas.Vectors()
	memory, err := budget.Parse(os.Getenv(budget.Variable))
	checkup.Memory = &install.Memory{Bytes: memory, Reason: err, Variable: budget.Variable}
	if !install.Doctor(os.Stdout, checkup) {
		return errors.New("mend what is marked above")
	}
	return nil
}

// declaredTypes tells whether this program makes the types that cells declare.
func declaredTypes() install.Types {
	var unable *mint.Unable
	if errors.As(mint.Check(), &unable) {
		return install.Types{Reason: unable.Reason, Remedy: unable.Remedy, Differs: mint.Differs}
	}
	return install.Types{}
}

// linearAlgebra tells what the engine multiplies with.
func linearAlgebra() install.BLAS {
	return install.BLAS{
		Name: strings.TrimSpace(blas.Name() + " " + blas.Version()), Path: blas.Path(),
		Reason: blas.Reason(), Variable: blas.Variable,
	}
}
