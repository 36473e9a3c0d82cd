package install

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A frontEnd is a Jupyter that was found on PATH.
type frontEnd struct {
	path  string
	parts map[string]string // versions by the name of the part
	fault string            // why parts is empty
}

// findJupyter returns the first Jupyter on PATH that works, or else the first.
// The wrapper of a Python version manager, early on PATH, may lead nowhere
// while the distribution's Jupyter is there.
func findJupyter(ctx context.Context) (first frontEnd, found bool) {
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		path, err := exec.LookPath(filepath.Join(folder, "jupyter"))
		if err != nil {
			continue
		}
		j := ask(ctx, path)
		if j.fault == "" {
			return j, true
		}
		if !found {
			first, found = j, true
		}
	}
	return first, found
}

// ask asks a Jupyter for its parts.
func ask(ctx context.Context, path string) frontEnd {
	var complaint bytes.Buffer
	command := exec.CommandContext(ctx, path, "--version")
	command.Stderr = &complaint
	out, err := command.Output()
	j := frontEnd{path: path, parts: versions(out)}
	switch {
	case err != nil:
		j.fault = strings.TrimSpace(fmt.Sprintf("%s --version fails: %v %s", path, err, firstLine(complaint.String())))
	case len(j.parts) == 0:
		j.fault = path + " --version does not tell its parts"
	}
	return j
}

// pages are the parts that open a notebook in a browser.
var pages = []string{"notebook", "jupyterlab", "nbclassic"}

// check wants a part that opens notebooks.
func (j frontEnd) check(tool packager) finding {
	if j.fault != "" {
		return finding{mend, "jupyter", j.fault, tool.installJupyter()}
	}
	says := "client " + j.parts["jupyter_client"] + ", " + j.path
	opens := false
	for _, name := range pages {
		if v, ok := j.parts[name]; ok {
			opens = true
			says = name + " " + v + ", " + says
		}
	}
	if !opens {
		return finding{mend, "jupyter", "neither Notebook nor Lab is installed; " + says, tool.installJupyter()}
	}
	return finding{good, "jupyter", says, ""}
}

// versions reads lines such as "notebook : 6.4.12". What is not installed is
// left out.
func versions(out []byte) map[string]string {
	parts := make(map[string]string)
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		name, version, found := strings.Cut(lines.Text(), ":")
		version = strings.TrimSpace(version)
		if found && version != "" && version != "not installed" {
			parts[strings.TrimSpace(name)] = version
		}
	}
	return parts
}

// checkKernelspec asks Jupyter whether it sees our kernel, and whether that
// starts this program.
func (c Checkup) checkKernelspec(ctx context.Context, jupyter string) finding {
	remedy := "unfold install --user"
	if c.Name != "" {
		remedy += " --name " + c.Name
	}
	out, err := exec.CommandContext(ctx, jupyter, "kernelspec", "list", "--json").Output()
	var list struct {
		Kernelspecs map[string]struct {
			Dir  string `json:"resource_dir"`
			Spec spec   `json:"spec"`
		} `json:"kernelspecs"`
	}
	if err == nil {
		err = json.Unmarshal(out, &list)
	}
	if err != nil {
		return finding{mend, "kernelspec", fmt.Sprintf("%s kernelspec list --json fails: %v", jupyter, err), "mend Jupyter first"}
	}
	// Jupyter knows kernels by names in lower case.
	name := strings.ToLower(c.name())
	found, ok := list.Kernelspecs[name]
	if !ok {
		return finding{mend, "kernelspec", fmt.Sprintf("Jupyter knows no kernel %q", name), remedy}
	}
	if !found.Spec.ours() || len(found.Spec.Argv) == 0 {
		return finding{mend, "kernelspec", fmt.Sprintf("%s belongs to another program", found.Dir), "choose another name: unfold install --user --name unfold-go"}
	}
	starts := found.Spec.Argv[0]
	there, err := os.Stat(starts)
	if err != nil {
		return finding{mend, "kernelspec", fmt.Sprintf("%s starts %s, which is not there", found.Dir, starts), remedy}
	}
	if binary, err := c.binary(); err == nil {
		if here, err := os.Stat(binary); err == nil && !os.SameFile(here, there) {
			return finding{note, "kernelspec", fmt.Sprintf("%s starts another unfold, %s", found.Dir, filepath.Clean(starts)), remedy}
		}
	}
	return finding{good, "kernelspec", found.Dir, ""}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
