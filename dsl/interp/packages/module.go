package packages

import (
	"bufio"
	"go/build"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// find finds the source of a package where a toolchain would look that may
// not load anything: in the vendor directory beside the notebook or above it,
// then in the module cache, of the version that a go.mod there requires, or
// that was fetched where there is none, or else of the newest.
func find(importPath string) (Source, bool) {
	required, replaced, root := "", "", ""
	for _, dir := range ancestors() {
		vendored := filepath.Join(dir, "vendor", filepath.FromSlash(importPath))
		if hasGo(vendored) {
			return Source{importPath, vendored}, true
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && root == "" {
			root = dir
		}
	}
	for module := importPath; module != "."; module = parent(module) {
		rest := strings.TrimPrefix(importPath, module)
		if root != "" {
			required, replaced = requirement(root, module)
		} else {
			required = fetched(module)
		}
		if replaced != "" && hasGo(filepath.Join(replaced, rest)) {
			return Source{importPath, filepath.Join(replaced, rest)}, true
		}
		versions := cached(module)
		if required != "" {
			versions = append(versions, required)
		}
		for i := len(versions) - 1; i >= 0; i-- {
			dir := filepath.Join(moduleCache(), escape(module)+"@"+escape(versions[i]), filepath.FromSlash(rest))
			if hasGo(dir) {
				return Source{importPath, dir}, true
			}
		}
	}
	return Source{}, false
}

// fetched is the version of a module that was asked for without a go.mod.
func fetched(module string) string {
	for _, m := range strings.Fields(os.Getenv("UNFOLD_MODULES")) {
		if path, version, _ := strings.Cut(m, "@"); path == module {
			return version
		}
	}
	return ""
}

func parent(module string) string {
	i := strings.LastIndexByte(module, '/')
	if i < 0 {
		return "."
	}
	return module[:i]
}

// ancestors are the working directory and those above it.
func ancestors() (dirs []string) {
	dir, err := os.Getwd()
	for err == nil {
		dirs = append(dirs, dir)
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return dirs
}

func hasGo(dir string) bool {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	return len(names) > 0
}

func moduleCache() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return dir
	}
	return filepath.Join(filepath.SplitList(build.Default.GOPATH + string(filepath.ListSeparator))[0], "pkg", "mod")
}

// escape writes a path as the module cache does, where case must not matter.
func escape(path string) string {
	var b strings.Builder
	for _, r := range path {
		if unicode.IsUpper(r) {
			b.WriteByte('!')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// cached lists the versions of a module in the cache, the newest last.
func cached(module string) (versions []string) {
	base := filepath.Join(moduleCache(), filepath.FromSlash(escape(module)))
	entries, err := os.ReadDir(filepath.Dir(base))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if v, ok := strings.CutPrefix(e.Name(), filepath.Base(base)+"@"); ok {
			versions = append(versions, v)
		}
	}
	sort.Slice(versions, func(i, j int) bool { return older(versions[i], versions[j]) })
	return versions
}

// older orders semantic versions; one before its release is older than that.
func older(a, b string) bool {
	number := func(v string) (n [3]int, pre string) {
		v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "+")
		v, pre, _ = strings.Cut(v, "-")
		for i, part := range strings.SplitN(v, ".", 3) {
			n[i], _ = strconv.Atoi(part)
		}
		return n, pre
	}
	x, p := number(a)
	y, q := number(b)
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	if p == "" || q == "" {
		return p != ""
	}
	return p < q
}

// requirement is the version of a module that the go.mod in a directory
// requires, and the directory that it puts in its place.
func requirement(root, module string) (version, dir string) {
	f, err := os.Open(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", ""
	}
	defer f.Close()
	block := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[1] == "(":
			block = words[0]
			continue
		case len(words) == 1 && words[0] == ")":
			block = ""
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		switch {
		case len(words) == 3 && words[0] == "require" && words[1] == module:
			version = words[2]
		case len(words) == 2 && words[0] == "module" && words[1] == module:
			dir = root
		case len(words) >= 4 && words[0] == "replace" && words[1] == module:
			if to := words[len(words)-1]; strings.HasPrefix(to, ".") || filepath.IsAbs(to) {
				dir = to
				if !filepath.IsAbs(to) {
					dir = filepath.Join(root, to)
				}
			}
		}
	}
	return version, dir
}
