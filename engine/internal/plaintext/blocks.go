package plaintext

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
)

// The size of a block: so many lines, or bytes.
const (
	blockLines = 8192
	blockBytes = 4 << 20
)

// Blocks cut a table in text into its head, which ends with the first line that is neither
// empty nor a comment, and blocks of whole rows, which may be quoted over several lines.
type Blocks struct {
	In      *bufio.Reader
	Head    []byte
	Skipped int // lines between the head and the block

	lines int // behind the head, up to the end of the block
	begun bool
}

// Next returns the next block, nil at the end.
func (b *Blocks) Next() ([]byte, error) {
	b.Skipped = b.lines
	var block []byte
	quoted := false
	for lines := 0; lines < blockLines && len(block) < blockBytes || quoted; lines++ {
		line, err := b.In.ReadBytes('\n')
		quoted = quoted != (bytes.Count(line, []byte{'"'})%2 == 1)
		if b.begun {
			block = append(block, line...)
			b.lines++
		} else {
			b.Head = append(b.Head, line...)
			trimmed := bytes.TrimSpace(line)
			b.begun = len(trimmed) > 0 && trimmed[0] != '#' && trimmed[0] != '%' && !quoted
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return block, nil
}

// Headless returns the first block with the head before it, which is no head after all.
func (b *Blocks) Headless(block []byte) []byte {
	b.lines += bytes.Count(b.Head, []byte{'\n'})
	block = slices.Concat(b.Head, block)
	b.Head = nil
	return block
}
