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

// Export writes the model to a file for other programs, as its ending says: .onnx, or .go
// for a package that is called like the folder it is in, or like the file where that is no
// name for one. A file that is there already stays as it is where the model cannot be
// written.
func (m *Model) Export(path string) error {
	var text strings.Builder
	var err error
	switch strings.ToLower(filepath.Ext(path)) {
	case ".onnx":
		err = m.WriteONNX(&text)
	case ".go":
		err = m.WriteGo(&text, packageOf(path))
	default:
		err = &engine.Error{Cause: fmt.Sprintf("%s ends neither in .onnx nor in .go", path), Remedy: remedy.Say("name the file wine.onnx or wine.go, or save it as wine.unfold for this program")}
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text.String()), 0o666)
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
