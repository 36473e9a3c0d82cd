package evaluate

import (
	"errors"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/memo"
)

// A scorebook is where the scores of settings on inner folds are looked up and
// entered: the store of the session, the file that the protocol names, both or
// neither.
type scorebook struct {
	memo    *memo.Memo
	file    *memo.File
	table   memo.Key
	measure string // as it is spelt
}

// open opens the scorebook of a sweep. It stays idle where a step is of the
// program's own: nothing tells such methods apart.
func (sw *sweep) open() error {
	if sw.env.Memo == nil && sw.choosing.Keep == "" {
		return nil
	}
	if own := sw.own(); own != "" {
		if sw.choosing.Keep != "" {
			sw.note(engine.Note{Stage: tuningStage, Text: fmt.Sprintf("scores are not kept: %s is the program's own, or has a Go value for an argument", own)})
		}
		return nil
	}
	sw.book.memo, sw.book.table = sw.env.Memo, sw.whole
	sw.book.measure, _ = spell(sw.measures[sw.by].Step)
	if sw.choosing.Keep == "" {
		return nil
	}
	if sw.env.Memo == nil {
		sw.book.table = tableKey(sw.table)
	}
	var err error
	sw.book.file, err = openScores(sw.choosing.Keep)
	return engine.Blame(err, sw.steps[sw.protocol].Name(), sw.place(sw.protocol))
}

// own returns the first step that has no content, or nothing.
func (sw *sweep) own() string {
	for _, l := range sw.layers {
		if slices.Contains(l.texts, "") {
			return l.variants[0].Name()
		}
	}
	if by := sw.measures[sw.by]; !by.Declared() {
		return by.Name()
	}
	return ""
}

// idle reports whether nothing is kept.
func (b *scorebook) idle() bool { return b.memo == nil && b.file == nil }

func (b *scorebook) find(key memo.Key) (memo.Score, bool) {
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

func (b *scorebook) enter(key memo.Key, s memo.Score) {
	if b.memo != nil {
		b.memo.Enter(key, s)
	}
	if b.file != nil {
		b.file.Enter(key, s)
	}
}

// save makes sure that what was entered outlives the program.
func (b *scorebook) save() error {
	if b.file == nil {
		return nil
	}
	return inKeep(b.file.Save())
}

func (b *scorebook) close() {
	if b.file != nil {
		b.file.Close()
	}
}

// openScores opens the file that the protocol names.
func openScores(name string) (*memo.File, error) {
	file, err := memo.Open(name)
	return file, inKeep(err)
}

// inKeep lays the failure of a file at the parameter that names it.
func inKeep(err error) error {
	var f *memo.FileError
	if !errors.As(err, &f) {
		return err
	}
	return &engine.Error{Param: "keep", Cause: f.Cause, Remedy: f.Remedy, Err: f.Err}
}
