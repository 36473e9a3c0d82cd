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
	"path/filepath"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/remedy"
)

// Format is the version of the files that this program writes; it reads them from the
// first on.
const Format = 1

// magic begins every file. The first byte tells a file that went through a channel for
// text, and so does the last.
const magic = "\x89UNFOLD\n"

// preambleBytes is how long the preamble is.
const preambleBytes = 64

// A preamble is what a file begins with.
type preamble struct {
	Magic                [8]byte
	Format, Sum          uint32
	CardBytes            uint64
	FieldBytes           uint64
	ArrayBytes           uint64
	CardSum, ContentsSum uint32
	Rest                 [16]byte // zeros
}

// sums are CRC-32C.
var sums = crc32.MakeTable(crc32.Castagnoli)

// WriteTo writes the file to w.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	values, holds, err := m.written()
	if err != nil {
		return 0, err
	}
	card := m.Card
	card.Holds = holds
	text, err := json.Marshal(card)
	if err != nil {
		return 0, err
	}
	p := preamble{Format: Format, CardBytes: uint64(len(text)), FieldBytes: uint64(len(values.Fields)), CardSum: crc32.Checksum(text, sums)}
	copy(p.Magic[:], magic)
	parts := append([][]byte{values.Fields, padding(preambleBytes + len(text) + len(values.Fields))}, aligned(values.Arrays)...)
	for i, part := range parts {
		if p.ContentsSum = crc32.Update(p.ContentsSum, sums, part); i > 1 {
			p.ArrayBytes += uint64(len(part))
		}
	}
	p.Sum = p.sum()
	out := &counter{w: w}
	for _, part := range append([][]byte{p.bytes(), text}, parts...) {
		if _, err := out.Write(part); err != nil {
			return out.n, err
		}
	}
	return out.n, nil
}

// padding are the zeros after which a multiple of codec.Align begins.
func padding(at int) []byte { return make([]byte, (codec.Align-at%codec.Align)%codec.Align) }

// aligned puts zeros between arrays, so that each begins at a multiple of codec.Align
// where the first does.
func aligned(arrays [][]byte) (parts [][]byte) {
	for i, a := range arrays {
		if parts = append(parts, a); i < len(arrays)-1 {
			parts = append(parts, padding(len(a)))
		}
	}
	return parts
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

// bytes are the preamble as files have it.
func (p preamble) bytes() []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, p) // a buffer takes everything
	return b.Bytes()
}

// sum is that of the preamble with zeros in its place.
func (p preamble) sum() uint32 {
	p.Sum = 0
	return crc32.Checksum(p.bytes(), sums)
}

// Save writes the model to a file, which takes the place of another of that name at once
// and whole. It fails where something has no form in files, and names it.
func (m *Model) Save(path string) (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return notWritten(path, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temporary.Name()) // what is left of a failure; the failure itself is told
		}
	}()
	_, err = m.WriteTo(temporary)
	if err == nil {
		err = temporary.Chmod(0o644)
	}
	if failed := errors.Join(temporary.Sync(), temporary.Close()); err == nil {
		err = failed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	return notWritten(path, err)
}

// notWritten is the error of a file that could not be written; those of the model stay.
func notWritten(path string, err error) error {
	var own *engine.Error
	if err == nil || errors.As(err, &own) {
		return err
	}
	return &engine.Error{Cause: fmt.Sprintf("%s could not be written: %v", path, err), Remedy: remedy.Say("give a path in a folder that is there and may be written to"), Err: err}
}
