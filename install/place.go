package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// A Scope says for whom a kernel is registered.
type Scope int

const (
	User      Scope = iota // for the user who registers it
	Prefix                 // below a folder of choice, such as /usr/local
	SysPrefix              // in the Python environment in use
)

// kernelName is what Jupyter allows as the name of a kernel.
var kernelName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// Dir is the folder of the kernelspec that o describes.
func (o Options) Dir() (string, error) {
	name := o.name()
	if !kernelName.MatchString(name) || strings.Trim(name, ".") == "" {
		return "", fmt.Errorf("install: %q cannot name a kernel; use letters, digits, dots, hyphens and underscores", name)
	}
	root, err := o.root()
	if err != nil {
		return "", err
	}
	return filepath.Join(root, "kernels", name), nil
}

// root is the folder in which Jupyter keeps its data for a scope.
func (o Options) root() (string, error) {
	switch o.Scope {
	case Prefix:
		if o.Prefix == "" {
			return "", errors.New("install: no prefix given; name a folder, such as --prefix /usr/local")
		}
		prefix, err := filepath.Abs(o.Prefix)
		if err != nil {
			return "", fmt.Errorf("install: prefix %s: %w", o.Prefix, err)
		}
		return filepath.Join(prefix, "share", "jupyter"), nil
	case SysPrefix:
		prefix, err := sysPrefix()
		if err != nil {
			return "", err
		}
		return filepath.Join(prefix, "share", "jupyter"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil && os.Getenv("JUPYTER_DATA_DIR") == "" {
		return "", fmt.Errorf("install: no home folder: %w; set JUPYTER_DATA_DIR, or use --prefix", err)
	}
	return userData(runtime.GOOS, home, os.Getenv), nil
}

// Share is the folder of shared data of a scope, in which shells and man look for what
// programs bring them.
func (o Options) Share() (string, error) {
	if o.Scope != User {
		root, err := o.root()
		return filepath.Dir(root), err
	}
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("install: no home folder: %w; set XDG_DATA_HOME, or use --prefix", err)
	}
	return filepath.Join(home, ".local", "share"), nil
}

// userData is where Jupyter looks for a user's data on an operating system:
// jupyter_core.paths.jupyter_data_dir, retold.
func userData(system, home string, getenv func(string) string) string {
	if dir := getenv("JUPYTER_DATA_DIR"); dir != "" {
		return dir
	}
	switch system {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter")
	case "windows":
		if dir := getenv("APPDATA"); dir != "" {
			return filepath.Join(dir, "jupyter")
		}
		return filepath.Join(home, ".jupyter", "data")
	}
	if dir := getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "jupyter")
	}
	return filepath.Join(home, ".local", "share", "jupyter")
}

// sysPrefix is the root of the Python environment in use.
func sysPrefix() (string, error) {
	for _, variable := range [...]string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if dir := os.Getenv(variable); dir != "" {
			return dir, nil
		}
	}
	for _, python := range [...]string{"python3", "python"} {
		out, err := exec.Command(python, "-c", "import sys; print(sys.prefix)").Output()
		if prefix := strings.TrimSpace(string(out)); err == nil && prefix != "" {
			return prefix, nil
		}
	}
	return "", errors.New("install: no Python environment found for --sys-prefix; activate one, or use --user or --prefix")
}
