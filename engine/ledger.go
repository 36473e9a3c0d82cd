package engine

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

// A ledger is a file of scores, a line each, to which lines are only added. The
// first line says what it is. The last may be torn where a program was stopped
// while it wrote; it is left out.
type ledger struct {
	mu     sync.Mutex
	file   *os.File
	scores map[content]keptScore
	lines  bytes.Buffer // entered and not saved
}

// ledgerSchema is the first line of a ledger.
const ledgerSchema = `{"schema":"unfold/scores/1"}`

// A ledgerLine is a score in a ledger.
type ledgerLine struct {
	Key    string  `json:"key"` // SHA-256 of rows, fold, steps and measure
	Score  float64 `json:"score"`
	Better string  `json:"better"`
}

// openLedger opens the file of that name, or makes it.
func openLedger(name string) (*ledger, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, &Error{Param: "keep", Cause: err.Error(), Remedy: "name a file that can be written, in a directory that is there", Err: err}
	}
	l := &ledger{file: file, scores: map[content]keptScore{}}
	if err := l.read(name); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// read takes in what the file has, and cuts off a torn line.
func (l *ledger) read(name string) error {
	text, err := io.ReadAll(l.file)
	if err != nil {
		return &Error{Param: "keep", Cause: err.Error(), Remedy: "name a file that can be read", Err: err}
	}
	if len(text) == 0 || bytes.HasPrefix([]byte(ledgerSchema), text) {
		l.lines.WriteString(ledgerSchema + "\n")
		return l.file.Truncate(0)
	}
	foreign := &Error{Param: "keep", Remedy: "name a file that is not there yet, or one that an earlier run has kept scores in"}
	whole := bytes.LastIndexByte(text, '\n') + 1
	for i, line := range bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")) {
		if i == 0 {
			if string(line) != ledgerSchema {
				foreign.Cause = fmt.Sprintf("%s holds something else than scores, and is left as it is", name)
				return foreign
			}
			continue
		}
		if string(line) == ledgerSchema {
			continue // another program began with the same new file
		}
		if !l.take(line) {
			foreign.Cause = fmt.Sprintf("line %d of %s is no score", i+1, name)
			return foreign
		}
	}
	if whole < len(text) {
		return l.file.Truncate(int64(whole))
	}
	return nil
}

// take takes a line in, and reports whether it is a score.
func (l *ledger) take(text []byte) bool {
	var line ledgerLine
	if json.Unmarshal(text, &line) != nil {
		return false
	}
	var key content
	if len(line.Key) != hex.EncodedLen(len(key)) {
		return false
	}
	if _, err := hex.Decode(key[:], []byte(line.Key)); err != nil {
		return false
	}
	for _, better := range []Direction{Higher, Lower} {
		if line.Better == better.String() {
			l.scores[key] = keptScore{line.Score, better}
			return true
		}
	}
	return false
}

func (l *ledger) find(key content) (keptScore, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.scores[key]
	return s, ok
}

func (l *ledger) enter(key content, s keptScore) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, there := l.scores[key]; there {
		return
	}
	l.scores[key] = s
	line, _ := json.Marshal(ledgerLine{hex.EncodeToString(key[:]), s.value, s.better.String()}) // finite numbers and text
	l.lines.Write(append(line, '\n'))
}

// save writes what was entered since, at once, and waits for the disk.
func (l *ledger) save() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines.Len() == 0 {
		return nil
	}
	_, err := l.file.Write(l.lines.Bytes())
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		return &Error{Param: "keep", Cause: err.Error(), Remedy: "make room on the disk, or leave keep out", Err: err}
	}
	l.lines.Reset()
	return nil
}

func (l *ledger) close() error { return l.file.Close() }
