package evaluate

import (
	"errors"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/content"
	"unfold/engine/memo"
	"unfold/engine/remedy"
)

// A scoreStore holds the scores of settings on inner folds: in the memo of the
// session, in the file that the protocol names, in both or in neither.
type scoreStore struct {
	memo    *memo.Memo
	file    *memo.File
	table   memo.Key
	measure string // as it is spelt
}

// openScores opens the store of the sweep. It stays disabled where a step is the
// program's own, which has no key.
func (sw *sweep) openScores() error {
	if sw.env.Memo == nil && sw.choosing.Keep == "" {
		return nil
	}
	if own := sw.stepWithoutKey(); own != "" {
		if sw.choosing.Keep != "" {
			sw.note(engine.Note{Stage: tuningStage, Text: fmt.Sprintf("scores are not kept: %s is the program's own, or has a Go value for an argument", own)})
		}
		return nil
	}
	sw.store.memo, sw.store.table = sw.env.Memo, sw.tableKey
	sw.store.measure, _ = content.Text(sw.measures[sw.by].Step)
	if sw.choosing.Keep == "" {
		return nil
	}
	if sw.env.Memo == nil {
		sw.store.table = content.Table(sw.table)
	}
	var err error
	sw.store.file, err = openScoreFile(sw.choosing.Keep)
	return engine.Blame(err, sw.steps[sw.protocol].Name(), sw.stepNumber(sw.protocol))
}

// stepWithoutKey names the first step that has no key, or nothing.
func (sw *sweep) stepWithoutKey() string {
	for _, l := range sw.layers {
		if slices.Contains(l.spellings, "") {
			return l.variants[0].Name()
		}
	}
	if by := sw.measures[sw.by]; !by.Declared() {
		return by.Name()
	}
	return ""
}

// disabled reports whether scores are stored nowhere.
func (b *scoreStore) disabled() bool { return b.memo == nil && b.file == nil }

func (b *scoreStore) lookUp(key memo.Key) (memo.Score, bool) {
	if b.file != nil {
		if s, ok := b.file.Find(key); ok {
			return s, true
		}
	}
	if b.memo == nil {
		return memo.Score{}, false
	}
	s, ok := b.memo.Score(key)
	if ok && b.file != nil {
		b.file.Enter(key, s)
	}
	return s, ok
}

func (b *scoreStore) add(key memo.Key, s memo.Score) {
	if b.memo != nil {
		b.memo.Enter(key, s)
	}
	if b.file != nil {
		b.file.Enter(key, s)
	}
}

// save writes what was added to the file.
func (b *scoreStore) save() error {
	if b.file == nil {
		return nil
	}
	return blameKeep(b.file.Save())
}

func (b *scoreStore) close() {
	if b.file != nil {
		b.file.Close()
	}
}

// openScoreFile opens the file that the protocol names.
func openScoreFile(name string) (*memo.File, error) {
	file, err := memo.Open(name)
	return file, blameKeep(err)
}

// blameKeep makes the failure of the file an error of the parameter keep.
func blameKeep(err error) error {
	var f *memo.FileError
	if !errors.As(err, &f) {
		return err
	}
	return &engine.Error{Param: "keep", Cause: f.Cause, Remedy: remedy.Say("%s", f.Remedy).Or(remedy.Omit("keep")), Err: f.Err}
}
