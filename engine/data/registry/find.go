package registry

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/download"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// DataFolder is the environment variable that names a folder of data sets.
const DataFolder = "UNFOLD_DATA"

// The places where a file may be.
const (
	InFolder = DataFolder
	InCache  = "cache"
)

// Find returns where the file of the set is, and in which of the two places: the folder
// of data comes first. Neither is set where it is not here.
func (s Set) Find() (file, place string) {
	if folder := os.Getenv(DataFolder); folder != "" {
		if file = filepath.Join(folder, s.File); isFile(file) {
			return file, InFolder
		}
	}
	if file, err := download.KeptAs(s.File); err == nil && isFile(file) {
		return file, InCache
	}
	return "", ""
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Check returns an error if the file in the cache is another than the one the name
// stands for.
func (s Set) Check(file string) error {
	sum, err := download.ChecksumOf(file)
	if err != nil || strings.EqualFold(sum, s.SHA256) {
		return err
	}
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("the file of %s in the cache, %s, is another one: its checksum is %s", s.Name, file, sum), Remedy: remedy.Say("remove it, and fetch the set again")}
}

// NotHere is the error that the file of the set is not on this machine: what is in the
// cache, and how to get it.
func (s Set) NotHere() error {
	fault := &engine.Error{
		Param: "path",
		Cause: fmt.Sprintf("the data set %s (%s, %s; %s) is known, but its file is not here%s", s.Name, wording.Count(s.Rows, "row"), wording.Count(s.Columns, "column"), s.Source, tellCached()),
		Err:   fs.ErrNotExist,
	}
	if os.Getenv(Mirror) != "" {
		fault.Remedy = remedy.Set("fetch", "yes").Which("downloads it").Or(s.byHand())
		return fault
	}
	fault.Remedy = s.byHand().Or(remedy.Say("name a server that holds such files in %s, and fetch it", Mirror))
	return fault
}

// byHand says where to put the file.
func (s Set) byHand() remedy.Remedy {
	text := fmt.Sprintf("put a file %s, with the last column %s, into the folder that %s names", s.File, s.Target, DataFolder)
	if kept, err := download.KeptAs(s.File); err == nil {
		text += fmt.Sprintf(", or the one that datasets() tells of, by its checksum, into %s", filepath.Dir(kept))
	}
	if s.URL != "" {
		text += ": the original is at " + s.URL
	}
	return remedy.Say("%s", text)
}

// tellCached says which sets are in the cache; nothing of none.
func tellCached() string {
	var names []string
	for _, e := range All() {
		if kept, err := download.KeptAs(e.File); err == nil && isFile(kept) {
			names = append(names, e.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "; in the cache: " + strings.Join(names, ", ")
}
