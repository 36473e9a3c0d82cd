package install

import "os/exec"

// A packager is a command that installs software on a kind of system.
type packager struct {
	command  string // looked for on PATH
	install  string // what to type before the package's name
	packages map[ware]string
}

// A ware is what unfold wants from a system.
type ware string

const (
	jupyterPackage ware = "jupyter"
	blasPackage    ware = "openblas"
)

// packagers are tried in order: a system's own before Python's.
var packagers = []packager{
	{"apt-get", "sudo apt-get install", map[ware]string{
		jupyterPackage: "jupyter-notebook jupyter-client jupyter-nbconvert python3-nbclient", blasPackage: "libopenblas0-pthread"}},
	{"dnf", "sudo dnf install", map[ware]string{
		jupyterPackage: "python3-notebook python3-nbconvert", blasPackage: "openblas-openmp"}},
	{"pacman", "sudo pacman -S", map[ware]string{
		jupyterPackage: "jupyter-notebook jupyter-nbconvert", blasPackage: "openblas"}},
	{"brew", "brew install", map[ware]string{
		jupyterPackage: "jupyterlab", blasPackage: "openblas"}},
	{"pip3", "python3 -m pip install --user", map[ware]string{
		jupyterPackage: "notebook nbconvert"}},
	{"pip", "python -m pip install --user", map[ware]string{
		jupyterPackage: "notebook nbconvert"}},
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

// general are the remedies for systems without a packager that we know.
var general = map[ware]string{
	jupyterPackage: "install Jupyter Notebook or JupyterLab, see https://jupyter.org/install",
	blasPackage:    "install OpenBLAS as a shared library, or name its file in UNFOLD_BLAS",
}

func (p packager) remedy(w ware) string {
	if name, ok := p.packages[w]; ok {
		return p.install + " " + name
	}
	return general[w]
}
