package dataset

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/remedy"
	"unfold/engine/stage/generator"
	"unfold/engine/wording"
)

// dataFolder is the environment variable that names a folder of data sets.
const dataFolder = registry.DataFolder

// An origin is where the path of a Load leads: one of the first five is set, or set is
// without a file where that is to be fetched.
type origin struct {
	generator engine.Source
	address   string
	file      string
	files     []string // that a pattern names
	pipe      *pipe
	set       *registry.Set // that is in the cache, or to be fetched

	name   string // for Table.Name
	source string // for Table.Source
}

// locate finds what the path means. It looks at folders, not into files.
func (l *Load) locate() (origin, error) {
	if scheme, _, found := strings.Cut(l.Path, "://"); found {
		return l.locateAddress(scheme)
	}
	if generator, ok := generator.Named(l.Path); ok {
		if param := l.fileOnlyParam(); param != "" {
			return origin{}, &engine.Error{
				Param:  param,
				Cause:  fmt.Sprintf("%s is for files, but %s is generated", param, l.Path),
				Remedy: remedy.Omit(param),
			}
		}
		engine.SetDefaults(generator)
		return origin{generator: generator}, nil
	}
	if l.Path == "-" {
		return origin{pipe: standardInput, name: "stdin", source: "standard input"}, nil
	}
	file := l.Path
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			file = filepath.Join(home, rest)
		}
	}
	switch info, err := os.Stat(file); {
	case err == nil && info.IsDir():
		return origin{}, &engine.Error{Param: "path", Cause: fmt.Sprintf("%q is a folder", l.Path), Remedy: l.suggest(remedy.Say("give one of its files"), registry.FilesIn(file))}
	case err == nil && l.Fresh == "yes":
		return origin{}, &engine.Error{Param: "fresh", Cause: fmt.Sprintf("fresh is for addresses, but %q is a file, which is read anew each time", l.Path), Remedy: remedy.Omit("fresh")}
	case err == nil:
		return origin{file: file, name: registry.BareName(file), source: l.Path}, nil
	case l.Path != "" && !os.IsNotExist(err):
		return origin{}, unreadable(err)
	case isPattern(file):
		return l.locateFiles(file)
	}
	if found := l.inDataFolder(); found != "" {
		return origin{file: found, name: registry.BareName(found), source: filepath.Base(found)}, nil
	}
	if set, ok := registry.Lookup(l.Path); ok {
		return l.locateSet(set)
	}
	return origin{}, l.notFoundError(file)
}

// locateSet finds the file of a data set that is known by name.
func (l *Load) locateSet(set registry.Set) (origin, error) {
	file, place := set.Find()
	from := origin{file: file, name: set.Name, source: set.File}
	switch {
	case place == registry.InFolder:
		return from, nil
	case place == "" && l.Fetch != "yes":
		return origin{}, set.NotHere()
	}
	from.set = &set
	return from, nil
}

// locateFiles finds the files that a pattern names.
func (l *Load) locateFiles(pattern string) (origin, error) {
	files := matching(pattern)
	if len(files) == 0 {
		return origin{}, &engine.Error{Param: "path", Cause: fmt.Sprintf("no file is called like %q", l.Path), Remedy: l.suggest(remedy.Say("check how it is written: * stands for any characters"), registry.FilesIn(filepath.Dir(pattern))), Err: fs.ErrNotExist}
	}
	return origin{files: files, name: registry.BareName(pattern), source: l.Path}, nil
}

// Names returns the names that a path may be without leading anywhere: the
// generators, the files of the data folder without their endings, and the data sets that
// are known by name, whether their files are here or not.
func (l *Load) Names() []string {
	names := generator.Names()
	for _, set := range registry.All() {
		names = append(names, set.Name)
	}
	if folder := os.Getenv(dataFolder); folder != "" {
		for _, file := range registry.FilesIn(folder) {
			if packed := strings.TrimSuffix(file, ".gz"); strings.HasSuffix(packed, ".csv") {
				names = append(names, strings.TrimSuffix(packed, ".csv"))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fileOnlyParam returns a parameter that was given and means nothing to a
// generator.
func (l *Load) fileOnlyParam() string {
	for _, p := range engine.ParamsOf(l) {
		if p.Name != "path" && p.Name != "limit" && p.Format(p.Value()) != p.Format(p.Default) {
			return p.Name
		}
	}
	return ""
}

func (l *Load) locateAddress(scheme string) (origin, error) {
	address, err := url.Parse(l.Path)
	if err != nil || address.Host == "" {
		return origin{}, &engine.Error{Param: "path", Cause: fmt.Sprintf("%q is not a complete address", l.Path), Remedy: remedy.Say("write it like https://host/file.csv")}
	}
	if scheme != "http" && scheme != "https" {
		return origin{}, &engine.Error{Param: "path", Cause: fmt.Sprintf("addresses of %s cannot be read", scheme), Remedy: remedy.Say("give an http or https address, or a file")}
	}
	address.User = nil // secrets do not belong in reports
	return origin{address: l.Path, name: registry.BareName(path.Base(address.Path)), source: address.String()}, nil
}

// inDataFolder returns the file that the path names in the data folder.
func (l *Load) inDataFolder() string {
	folder := os.Getenv(dataFolder)
	if folder == "" || l.Path == "" || filepath.Base(l.Path) != l.Path {
		return ""
	}
	for _, ending := range []string{"", ".csv", ".csv.gz"} {
		file := filepath.Join(folder, l.Path+ending)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
	}
	return ""
}

func (l *Load) notFoundError(file string) error {
	if strings.ContainsAny(l.Path, `/\.`) {
		return &engine.Error{Param: "path", Cause: fmt.Sprintf("no file %q", l.Path), Remedy: l.suggest(remedy.Say("check how it is written"), l.neighbourFiles(file)), Err: fs.ErrNotExist}
	}
	names := generator.Names()
	for _, name := range registry.FilesIn(os.Getenv(dataFolder)) {
		names = append(names, registry.BareName(name))
	}
	for _, set := range registry.All() {
		names = append(names, set.Name)
	}
	names = append(names, registry.FilesIn(".")...)
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("no file and no data set %q", l.Path), Remedy: l.suggest(remedy.Say("built in are %s", strings.Join(generator.Names(), ", ")), names), Err: fs.ErrNotExist}
}

// neighbourFiles lists the files of the folder of file, and those of the data
// folder if the path is a bare name, which is looked for there too.
func (l *Load) neighbourFiles(file string) []string {
	names := registry.FilesIn(filepath.Dir(file))
	if filepath.Base(l.Path) == l.Path {
		names = append(names, registry.FilesIn(os.Getenv(dataFolder))...)
	}
	return names
}

// suggest names what the path may have meant, or falls back on otherwise.
func (l *Load) suggest(otherwise remedy.Remedy, names []string) remedy.Remedy {
	meant := wording.Nearest(filepath.Base(l.Path), names)
	if len(meant) == 0 {
		return otherwise
	}
	return remedy.Say("did you mean %s?", strings.Join(meant, ", "))
}
