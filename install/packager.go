package install

import "os/exec"

// A packager is a command that installs software on a kind of system.
type packager struct {
	command string // looked for on PATH
	install string // what to type before the packages' names
	jupyter string // the packages of Jupyter
}

// packagers are tried in order: a system's own before Python's.
var packagers = []packager{
	{"apt-get", "sudo apt-get install", "jupyter-notebook jupyter-client jupyter-nbconvert python3-nbclient"},
	{"dnf", "sudo dnf install", "python3-notebook python3-nbconvert"},
	{"pacman", "sudo pacman -S", "jupyter-notebook jupyter-nbconvert"},
	{"brew", "brew install", "jupyterlab"},
	{"pip3", "python3 -m pip install --user", "notebook nbconvert"},
	{"pip", "python -m pip install --user", "notebook nbconvert"},
}

// findPackager returns the first that this machine has; none is known by its
// empty command.
func findPackager() packager {
	for _, p := range packagers {
		if _, err := exec.LookPath(p.command); err == nil {
			return p
		}
	}
	return packager{}
}

// installJupyter is what to type for Jupyter, or what to do on a system without
// a packager that we know.
func (p packager) installJupyter() string {
	if p.command == "" {
		return "install Jupyter Notebook or JupyterLab, see https://jupyter.org/install"
	}
	return p.install + " " + p.jupyter
}
