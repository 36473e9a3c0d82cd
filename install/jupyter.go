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

// findJupyter looks for the command on PATH.
func findJupyter() (path string, found bool) {
	path, err := exec.LookPath("jupyter")
	return path, err == nil
}

// fronts are the front ends that open a notebook in a browser.
var fronts = []string{"notebook", "jupyterlab", "nbclassic"}

// checkJupyter asks Jupyter for its parts and wants a front end among them.
func checkJupyter(ctx context.Context, jupyter string, tool packager) finding {
	var complaint bytes.Buffer
	command := exec.CommandContext(ctx, jupyter, "--version")
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		return finding{mend, "jupyter", fmt.Sprintf("%s --version fails: %v %s", jupyter, err, firstLine(complaint.String())), tool.remedy(jupyterPackage)}
	}
	parts := versions(out)
	if len(parts) == 0 {
		// So do the wrappers of version managers that have no Jupyter to wrap.
		return finding{mend, "jupyter", jupyter + " does not tell its parts", tool.remedy(jupyterPackage)}
	}
	says := "client " + parts["jupyter_client"]
	front := false
	for _, name := range fronts {
		if v, ok := parts[name]; ok {
			front = true
			says = name + " " + v + ", " + says
		}
	}
	says += ", " + jupyter
	if !front {
		return finding{mend, "jupyter", "neither Notebook nor Lab is installed; " + says, tool.remedy(jupyterPackage)}
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
