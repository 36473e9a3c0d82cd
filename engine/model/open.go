package model

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"unsafe"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/remedy"
)

// Open returns the model that Save has written, once everything in the file is checked.
// What is wrong with a file that is damaged, cut off, of another kind, or of a newer
// program is told by an *engine.Error. It takes the time of reading the file, and of
// large ones no memory of their own: they are mapped.
func Open(path string) (*Model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &engine.Error{Cause: fmt.Sprintf("%s could not be opened: %v", path, plainCause(err)), Remedy: remedy.Say("give the path of a file that Save or unfold learn has written"), Err: err}
	}
	defer file.Close() //nolint:errcheck // it was read only
	data, err := bytesOf(file)
	if err != nil {
		return nil, &engine.Error{Cause: fmt.Sprintf("%s could not be read: %v", path, err), Remedy: remedy.Say("look whether it is a file, and may be read"), Err: err}
	}
	m, err := Decode(data)
	var fault *engine.Error
	if errors.As(err, &fault) {
		named := *fault
		named.Cause = path + " " + fault.Cause
		err = &named
	}
	return m, err
}

// plainCause leaves the path out of an error that repeats it.
func plainCause(err error) error {
	var of *os.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

// mapFrom is how many bytes a file has at least that is mapped. Smaller ones are read,
// so that nothing befalls those who write over them in place.
const mapFrom = 16 << 20

// bytesOf returns the bytes of a file.
func bytesOf(file *os.File) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, errors.New("it is a folder")
		}
		data, err := io.ReadAll(file)
		return alignedCopy(data), err
	}
	if info.Size() >= mapFrom {
		if data, err := mapFile(file, info.Size()); err == nil {
			return data, nil
		}
	}
	data := room(int(info.Size()))
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // it was cut off meanwhile, which its sizes tell
	}
	return data[:n], err
}

// room are so many bytes that begin where numbers may.
func room(n int) []byte {
	words := make([]uint64, n/8+1)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8)[:n]
}

// alignedCopy copies bytes to where numbers may begin.
func alignedCopy(data []byte) []byte {
	b := room(len(data))
	copy(b, data)
	return b
}

// Decode returns the model of the bytes of a file, which it keeps, and which must not
// change. Where they begin at a multiple of eight arrays are used where they are.
func Decode(data []byte) (*Model, error) {
	p, err := readPreamble(data)
	if err != nil {
		return nil, err
	}
	text, fields, arrays, err := p.cut(data)
	if err != nil {
		return nil, err
	}
	var card Card
	if err := json.Unmarshal(text, &card); err != nil {
		return nil, damaged("holds a description that cannot be read: " + err.Error())
	}
	if err := card.check(); err != nil {
		return nil, err
	}
	in := codec.NewReader(fields, arrays)
	value, err := in.Read("model", card.shape())
	if err == nil {
		err = in.Close()
	}
	if err != nil {
		return nil, damaged("does not hold a model as this program writes it: " + err.Error())
	}
	of, ok := value.(*contents)
	if !ok {
		return nil, damaged(fmt.Sprintf("holds a %T in place of a model", value))
	}
	if (of.predictor != nil) != (card.shape().Classes+card.shape().Responses > 0) {
		return nil, damaged("does not say what it predicts")
	}
	return newModel(card, *of), nil
}

// readPreamble tells files of this program from others.
func readPreamble(data []byte) (p preamble, err error) {
	if !strings.HasPrefix(string(data[:min(len(data), len(magic))]), magic[:min(len(data), len(magic))]) || len(data) == 0 {
		return p, &engine.Error{Cause: "is no model of unfold", Remedy: remedy.Say("give a file that Save or unfold learn has written")}
	}
	if len(data) < preambleBytes {
		return p, damaged(fmt.Sprintf("is cut off after %d bytes", len(data)))
	}
	if err := binary.Read(bytes.NewReader(data), binary.LittleEndian, &p); err != nil {
		return p, err
	}
	switch {
	case p.Sum != p.sum():
		return p, damaged("is damaged in its first bytes")
	case p.Format > Format:
		return p, &engine.Error{Cause: fmt.Sprintf("is of format %d, and this program, %s, reads up to %d", p.Format, engine.Version, Format), Remedy: remedy.Say("open it by a newer program")}
	case p.Format == 0:
		return p, damaged("is of no format that there was")
	}
	return p, nil
}

// cut returns the parts of a file whose sums are right.
func (p *preamble) cut(data []byte) (text, fields, arrays []byte, err error) {
	rest := uint64(len(data) - preambleBytes)
	if p.CardBytes > rest || p.FieldBytes > rest-p.CardBytes {
		return nil, nil, nil, p.truncated(data)
	}
	fieldsAt := preambleBytes + int(p.CardBytes)
	arraysAt := fieldsAt + int(p.FieldBytes)
	arraysAt += len(padding(arraysAt))
	switch {
	case arraysAt > len(data) || p.ArrayBytes > uint64(len(data)-arraysAt):
		return nil, nil, nil, p.truncated(data)
	case p.ArrayBytes != uint64(len(data)-arraysAt):
		return nil, nil, nil, damaged("is longer than it says")
	case crc32.Checksum(data[preambleBytes:fieldsAt], sums) != p.CardSum:
		return nil, nil, nil, damaged("is damaged in its description")
	case crc32.Checksum(data[fieldsAt:], sums) != p.ContentsSum:
		return nil, nil, nil, damaged("is damaged in what was learned")
	}
	return data[preambleBytes:fieldsAt], data[fieldsAt : fieldsAt+int(p.FieldBytes)], data[arraysAt:], nil
}

// truncated is the error of a file that ends before its parts do.
func (p *preamble) truncated(data []byte) error {
	return damaged(fmt.Sprintf("is cut off after %d bytes", len(data)))
}

// damaged is the error of a file that is not what was written.
func damaged(what string) error {
	return &engine.Error{Cause: what, Remedy: remedy.Say("copy the file again, or learn the model again")}
}

// check refuses cards that contradict themselves.
func (c *Card) check() error {
	switch {
	case len(c.Columns) == 0:
		return damaged("does not say which columns rows must have")
	case len(c.Classes) > 0 && len(c.Responses) > 0:
		return damaged("predicts both classes and responses")
	case c.Data.Rows < 0 || c.Data.Known < 0:
		return damaged("has learned from less than no rows")
	}
	return nil
}
