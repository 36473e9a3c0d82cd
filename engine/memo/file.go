package memo

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// A File is a file of scores, a line each, to which lines are only added. The
// first line says what it is. The last may be torn where a program was stopped
// while it wrote; it is left out.
type File struct {
	mu     sync.Mutex
	file   *os.File
	scores map[Key]Score
	lines  bytes.Buffer // entered and not saved
}

// fileSchema is the first line of the file.
const fileSchema = `{"schema":"unfold/scores/1"}`

// A fileLine is a score in the file.
type fileLine struct {
	Key    string  `json:"key"` // SHA-256 of rows, fold, steps and measure
	Score  float64 `json:"score"`
	Better string  `json:"better"`
}

// Open opens the file of that name, or makes it.
func Open(name string) (*File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, &FileError{Cause: err.Error(), Remedy: "name a file that can be written, in a directory that is there", Err: err}
	}
	f := &File{file: file, scores: map[Key]Score{}}
	if err := f.read(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

// read takes in what the file has, and cuts off a torn line.
func (f *File) read(name string) error {
	text, err := io.ReadAll(f.file)
	if err != nil {
		return &FileError{Cause: err.Error(), Remedy: "name a file that can be read", Err: err}
	}
	if len(text) == 0 || bytes.HasPrefix([]byte(fileSchema), text) {
		f.lines.WriteString(fileSchema + "\n")
		return f.file.Truncate(0)
	}
	foreign := &FileError{Remedy: "name a file that is not there yet, or one that an earlier run has kept scores in"}
	whole := bytes.LastIndexByte(text, '\n') + 1
	for i, line := range bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")) {
		if i == 0 {
			if string(line) != fileSchema {
				foreign.Cause = fmt.Sprintf("%s holds something else than scores, and is left as it is", name)
				return foreign
			}
			continue
		}
		if string(line) == fileSchema {
			continue // another program began with the same new file
		}
		if !f.parse(line) {
			foreign.Cause = fmt.Sprintf("line %d of %s is no score", i+1, name)
			return foreign
		}
	}
	if whole < len(text) {
		return f.file.Truncate(int64(whole))
	}
	return nil
}

// parse takes a line in, and reports whether it is a score.
func (f *File) parse(text []byte) bool {
	var line fileLine
	if json.Unmarshal(text, &line) != nil {
		return false
	}
	var key Key
	if len(line.Key) != hex.EncodedLen(len(key)) {
		return false
	}
	if _, err := hex.Decode(key[:], []byte(line.Key)); err != nil {
		return false
	}
	if line.Better != "higher" && line.Better != "lower" {
		return false
	}
	f.scores[key] = Score{line.Score, line.Better}
	return true
}

// Find returns a score that the file has.
func (f *File) Find(key Key) (Score, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, ok := f.scores[key]
	return s, ok
}

// Enter takes a score in, which Save writes.
func (f *File) Enter(key Key, s Score) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, there := f.scores[key]; there {
		return
	}
	f.scores[key] = s
	line, _ := json.Marshal(fileLine{hex.EncodeToString(key[:]), s.Value, s.Better}) // finite numbers and text
	f.lines.Write(append(line, '\n'))
}

// Save writes what was entered since, at once, and waits for the disk.
func (f *File) Save() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lines.Len() == 0 {
		return nil
	}
	_, err := f.file.Write(f.lines.Bytes())
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil {
		return &FileError{Cause: err.Error(), Remedy: "make room on the disk", Err: err}
	}
	f.lines.Reset()
	return nil
}

// Close closes the file; what was not saved is lost.
func (f *File) Close() error { return f.file.Close() }

// A FileError says why a file cannot be used, and what to do.
type FileError struct {
	Cause, Remedy string
	Err           error
}

func (e *FileError) Error() string { return e.Cause + "; " + e.Remedy }

func (e *FileError) Unwrap() error { return e.Err }
