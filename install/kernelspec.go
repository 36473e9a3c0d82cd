package install

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The logos are drawn by the program in logo.
//
//go:generate go run ./logo .
//go:embed logo-32x32.png logo-64x64.png logo-svg.svg
var logos embed.FS

// Options say what to register, and where. The zero value registers the
// running binary as "unfold" for the user.
type Options struct {
	Name        string // of the kernelspec; "unfold" if empty
	DisplayName string // shown in menus; "unfold", or of another name "name (unfold)", if empty
	Scope       Scope
	Prefix      string            // the folder, for scope Prefix
	Binary      string            // the program to start; the running one if empty
	Version     string            // of the program, recorded in the kernelspec
	Protocol    string            // the version of Jupyter's protocol that the kernel speaks
	Env         map[string]string // variables set for the kernel
}

func (o Options) name() string { return cmp.Or(o.Name, "unfold") }

// displayName is what menus show. Under another name, such as that of a kernel
// whose notebooks are to run here, it says who runs them.
func (o Options) displayName() string {
	if o.DisplayName == "" && o.name() != "unfold" {
		return o.name() + " (unfold)"
	}
	return cmp.Or(o.DisplayName, o.name())
}

// binary is the absolute path of the program to start. Links stay as they are,
// so that a package manager may move what they lead to.
func (o Options) binary() (string, error) {
	path := o.Binary
	if path == "" {
		self, err := os.Executable()
		if err != nil {
			return "", fmt.Errorf("install: where this program lies is unknown: %w", err)
		}
		path = self
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	return path, nil
}

// A spec is the content of kernel.json.
type spec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
	Protocol      string            `json:"kernel_protocol_version,omitempty"`
	Metadata      map[string]any    `json:"metadata"`
}

// signature is the key of the metadata that tells our kernelspecs from others.
const signature = "unfold"

func (s spec) ours() bool { return s.Metadata[signature] != nil }

// Register writes the kernelspec and returns its folder. Doing so again
// replaces it; a folder that holds another program's kernel is left alone.
func Register(o Options) (dir string, err error) {
	if dir, err = o.Dir(); err != nil {
		return "", err
	}
	return dir, Kernelspec(dir, o)
}

// Kernelspec writes the kernelspec into a folder, which it creates.
func Kernelspec(dir string, o Options) error {
	binary, err := o.binary()
	if err != nil {
		return err
	}
	if err := leaveOthers(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("install: %w; use --user, or --prefix with a folder that you may write", err)
	}
	pictures, err := logos.ReadDir(".")
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	for _, picture := range pictures {
		content, err := logos.ReadFile(picture.Name())
		if err != nil {
			return fmt.Errorf("install: %w", err)
		}
		if err := write(dir, picture.Name(), content); err != nil {
			return err
		}
	}
	env := o.Env
	if env == nil {
		env = map[string]string{}
	}
	content, err := json.MarshalIndent(spec{
		Argv:          []string{binary, "kernel", "{connection_file}"},
		DisplayName:   o.displayName(),
		Language:      "go",
		InterruptMode: "message", // a signal cannot reach a kernel on another machine
		Env:           env,
		Protocol:      o.Protocol,
		Metadata: map[string]any{
			"debugger":             false,
			"supported_encryption": "curve", // Jupyter sends keys only to kernels that say so
			signature:              map[string]any{"version": o.Version},
		},
	}, "", "  ")
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	// Last, for a folder is a kernelspec once it holds this file.
	return write(dir, "kernel.json", append(content, '\n'))
}

// write replaces a file in one step, so that nobody reads half of it.
func write(dir, name string, content []byte) error {
	temporary, err := os.CreateTemp(dir, "."+name+".*")
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		os.Remove(temporary.Name())
		return fmt.Errorf("install: %w", err)
	}
	return nil
}

// Unregister removes the kernelspec and returns the folder that is gone.
func Unregister(o Options) (dir string, err error) {
	if dir, err = o.Dir(); err != nil {
		return "", err
	}
	if _, err := readSpec(dir); errors.Is(err, fs.ErrNotExist) {
		return dir, fmt.Errorf("install: no kernel is registered in %s; \"jupyter kernelspec list\" tells where kernels are", dir)
	}
	if err := leaveOthers(dir); err != nil {
		return dir, err
	}
	if err := os.RemoveAll(dir); err != nil {
		return dir, fmt.Errorf("install: %w", err)
	}
	return dir, nil
}

// leaveOthers fails where dir holds a kernel that is not ours.
func leaveOthers(dir string) error {
	found, err := readSpec(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("install: %s: %w; remove the folder, or choose another name with --name", dir, err)
	case !found.ours():
		return fmt.Errorf("install: %s holds the kernel %q of another program; choose another name with --name", dir, found.DisplayName)
	}
	return nil
}

func readSpec(dir string) (s spec, err error) {
	content, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(content, &s)
}
