package model

import (
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"unfold/engine"
	"unfold/engine/export"
	"unfold/engine/export/gosource"
	"unfold/engine/export/onnx"
	"unfold/engine/remedy"
)

// WriteGo writes the model as a file of Go that needs the standard library alone: see
// [gosource.Write]. It fails, naming the stage, where a part of the model cannot be
// written so.
func (m *Model) WriteGo(w io.Writer, name string) error {
	e, err := m.operations()
	if err != nil {
		return err
	}
	return gosource.Write(w, e, name)
}

// WriteONNX writes the model for ONNX runtimes: see [onnx.Write]. It fails as WriteGo
// does.
func (m *Model) WriteONNX(w io.Writer) error {
	e, err := m.operations()
	if err != nil {
		return err
	}
	return onnx.Write(w, e)
}

// endings are those of the files that models are written to.
const (
	ownEnding  = ".unfold"
	onnxEnding = ".onnx"
	goEnding   = ".go"
)

// CheckPath refuses the name of a file that SaveAs would refuse, before there is a model.
func CheckPath(path string) error {
	switch endingOf(path) {
	case ownEnding, onnxEnding, goEnding:
	default:
		return &engine.Error{Stage: "save", Cause: fmt.Sprintf("a model is not saved as %q", filepath.Base(path)), Remedy: remedy.Say("end the name in %s, or in %s or %s for other programs", ownEnding, onnxEnding, goEnding)}
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return notWritten(path, plainCause(err))
	}
	return nil
}

// endingOf is that of a file.
func endingOf(path string) string { return strings.ToLower(filepath.Ext(path)) }

// SaveAs writes the model to a file, as its name ends: .unfold for Open, .onnx for ONNX
// runtimes, .go for a package that is called like the folder it is in, or like the file
// where that is no name for one. A file that is there already stays as it is where the
// model cannot be written.
func (m *Model) SaveAs(path string) error {
	if err := CheckPath(path); err != nil {
		return err
	}
	var text strings.Builder
	var err error
	switch endingOf(path) {
	case onnxEnding:
		err = m.WriteONNX(&text)
	case goEnding:
		err = m.WriteGo(&text, packageOf(path))
	default:
		return m.Save(path)
	}
	if err != nil {
		return err
	}
	return notWritten(path, os.WriteFile(path, []byte(text.String()), 0o666))
}

// packageOf names the package of a file.
func packageOf(path string) string {
	file := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if full, err := filepath.Abs(path); err == nil {
		if folder := filepath.Base(filepath.Dir(full)); token.IsIdentifier(folder) && folder != "main" && folder == strings.ToLower(folder) {
			return folder
		}
	}
	return file
}

// operations says what the model computes.
func (m *Model) operations() (*export.Model, error) {
	c := &m.Card
	l := export.Learned{
		Header: c.header(), Way: m.of.way, Predictor: m.of.predictor, Predicts: c.Predictor, Mixed: c.Mixed,
		Classes: c.Classes, Responses: c.Responses,
		Name: strings.Join(c.Target, ", "), Sentence: c.Pipeline, Version: c.Program,
	}
	for _, s := range c.Scores {
		l.Scores = append(l.Scores, s.text()+"; by "+c.Measured)
	}
	return export.New(l)
}
