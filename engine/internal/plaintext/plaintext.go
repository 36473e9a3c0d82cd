// Package plaintext reads text in any common encoding as UTF-8 with one kind of line
// ends: UTF-8 and UTF-16 as the bytes tell, Windows-1252 where they are neither, others
// by name. Bytes that stand for no character are refused, with the line. It imports the
// vocabulary of the engine alone. Start at [Decode].
package plaintext

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"unfold/engine"
	"unfold/engine/remedy"
)

// charmaps are the answers to encoding= that give each byte one character.
var charmaps = map[string]*charmap.Charmap{
	"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
	"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1257": charmap.Windows1257,
	"latin-1": charmap.ISO8859_1, "latin-2": charmap.ISO8859_2, "latin-9": charmap.ISO8859_15,
	"koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U, "macintosh": charmap.Macintosh, "ibm-850": charmap.CodePage850,
}

// Encodings are all the answers to encoding=.
func Encodings() []string {
	return slices.Concat([]string{"auto", "utf-8", "utf-16"}, slices.Sorted(maps.Keys(charmaps)), []string{""})
}

// Decode returns the text of a file as UTF-8 whose lines end in \n,
// whatever it was written in. Without the name of an encoding, a byte order mark or evident
// zero bytes tell UTF-16; text that is not UTF-8 is taken for Windows-1252, of
// which Latin-1 is a part, with a remark. Bytes that stand for no character are
// an error, so no two words become one.
func Decode(ctx context.Context, in *bufio.Reader, encoding string) (*bufio.Reader, error) {
	start, err := in.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return nil, err
	}
	d := &decoder{ctx: ctx, line: 1}
	var characters io.Reader = in
	auto := encoding == "" || encoding == "auto"
	switch order, wide := ByteOrder(start); {
	case auto && wide:
		engine.Remark(ctx, "the text was read as UTF-16")
		fallthrough
	case encoding == "utf-16":
		characters, d.halves = unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(in), true
	case auto:
		d.guess = true
	default:
		d.charmap = charmaps[encoding]
	}
	text := bufio.NewReaderSize(transform.NewReader(&lineEnds{in: characters}, d), 1<<16)
	if mark, _ := text.Peek(3); string(mark) == byteOrderMark {
		text.Discard(len(byteOrderMark))
	}
	return text, nil
}

// byteOrderMark begins some files in UTF-8, and all in UTF-16 once they are
// decoded.
const byteOrderMark = "\xef\xbb\xbf"

// ByteOrder reports whether a text begins as UTF-16, and in which order the
// bytes of its characters stand: it has a byte order mark, or zeros at every
// other place, as the letters and digits of a table have, and nowhere else.
func ByteOrder(start []byte) (order unicode.Endianness, wide bool) {
	var zeros [2]int
	for i, b := range start {
		if b == 0 {
			zeros[i%2]++
		}
	}
	half := len(start) / 2
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")), zeros[0] == 0 && 2*zeros[1] > half:
		return unicode.LittleEndian, true
	case bytes.HasPrefix(start, []byte("\xfe\xff")), zeros[1] == 0 && 2*zeros[0] > half:
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

// A decoder is a transform.Transformer of text to UTF-8. It refuses what it
// cannot read, with the line.
type decoder struct {
	ctx     context.Context
	charmap *charmap.Charmap // what bytes stand for; nil for UTF-8
	guess   bool             // without a charmap, turn to Windows-1252 at the first byte that is not UTF-8
	halves  bool             // the text was UTF-16: a replacement character is half of a pair
	beyond  bool             // some characters so far were beyond ASCII, and UTF-8
	line    int              // where the next byte stands
}

// Reset does nothing: a decoder is for one text.
func (d *decoder) Reset() {}

// Transform decodes the characters of src that are whole and fit into dst.
func (d *decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	if most := min(len(dst), len(src)); isASCII(src[:most]) {
		nDst, nSrc = most, copy(dst, src[:most])
		if nSrc < len(src) {
			err = transform.ErrShortDst
		}
	} else if d.charmap == nil {
		nDst, nSrc, err = d.fromUTF8(dst, src, atEOF)
	} else {
		nDst, nSrc, err = d.fromCharmap(dst, src)
	}
	d.line += bytes.Count(src[:nSrc], []byte{'\n'})
	if fault, ok := err.(*engine.Error); ok {
		fault.Cause = fmt.Sprintf("line %d: %s", d.line, fault.Cause)
	}
	return nDst, nSrc, err
}

// fromUTF8 copies characters until one is not UTF-8.
func (d *decoder) fromUTF8(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		c, size := utf8.DecodeRune(src[nSrc:])
		switch {
		case c == utf8.RuneError && size == 1 && !atEOF && !utf8.FullRune(src[nSrc:]):
			return nDst, nSrc, transform.ErrShortSrc
		case c == utf8.RuneError && (size == 1 || d.halves):
			if err := d.switchToCharmap(src, nSrc); err != nil {
				return nDst, nSrc, err
			}
			more, used, err := d.fromCharmap(dst[nDst:], src[nSrc:])
			return nDst + more, nSrc + used, err
		case nDst+size > len(dst):
			return nDst, nSrc, transform.ErrShortDst
		}
		d.beyond = d.beyond || size > 1
		nDst += copy(dst[nDst:], src[nSrc:nSrc+size])
		nSrc += size
	}
	return nDst, nSrc, nil
}

// switchToCharmap turns to Windows-1252 where that may be: no character before
// src[at] is beyond ASCII, so all of them stay as they are.
func (d *decoder) switchToCharmap(src []byte, at int) error {
	switch {
	case d.halves:
		return decodeError("half of a character of UTF-16", remedy.Say("save the file again"))
	case !d.guess:
		return decodeError(fmt.Sprintf("byte %#x is not UTF-8", src[at]), remedy.Omit("encoding").Or(remedy.Give("encoding", `by another name, such as "windows-1252"`)))
	case d.beyond:
		return decodeError(fmt.Sprintf("byte %#x is not UTF-8, as the characters before it are", src[at]), remedy.Say("mend the line").Or(remedy.Give("encoding", `by its name, such as "windows-1252"`)))
	}
	d.charmap = charmap.Windows1252
	line := d.line + bytes.Count(src[:at], []byte{'\n'})
	engine.Remark(d.ctx, `the text is not UTF-8 and was read as Windows-1252, first in line %d: %s; if that is wrong, name its encoding, as in encoding="windows-1250"`, line, d.wordAround(src, at))
	return nil
}

// wordAround is the word that src[at] is in, to be shown.
func (d *decoder) wordAround(src []byte, at int) string {
	isLetter := func(b byte) bool { return b >= utf8.RuneSelf || b|' ' >= 'a' && b|' ' <= 'z' }
	first, last := at, at
	for first > 0 && at-first < 20 && isLetter(src[first-1]) {
		first--
	}
	for last+1 < len(src) && last-at < 20 && isLetter(src[last+1]) {
		last++
	}
	var word []rune
	for _, b := range src[first : last+1] {
		word = append(word, d.charmap.DecodeByte(b))
	}
	return string(word)
}

// fromCharmap decodes byte by byte. Controls beyond ASCII are what charmaps
// give to bytes that no writer of them uses.
func (d *decoder) fromCharmap(dst, src []byte) (nDst, nSrc int, err error) {
	for i, b := range src {
		c := d.charmap.DecodeByte(b)
		if c == utf8.RuneError || c >= 0x80 && c < 0xa0 {
			if d.guess {
				return nDst, i, decodeError(fmt.Sprintf("the text is not UTF-8, and byte %#x is not Windows-1252", b), remedy.Give("encoding", `by its name, such as "windows-1251"`).Or(remedy.Say("save the file as UTF-8")))
			}
			return nDst, i, decodeError(fmt.Sprintf("byte %#x stands for nothing in the encoding that was named", b), remedy.Give("encoding", "by another name").Or(remedy.Say("save the file as UTF-8")))
		}
		if nDst+utf8.RuneLen(c) > len(dst) {
			return nDst, i, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], c)
	}
	return nDst, len(src), nil
}

func decodeError(cause string, advice remedy.Remedy) *engine.Error {
	return &engine.Error{Param: "encoding", Cause: cause, Remedy: advice}
}

// isASCII looks at eight bytes at a time: nearly all text is ASCII, and nothing
// else need be done to it.
func isASCII(text []byte) bool {
	for ; len(text) >= 8; text = text[8:] {
		if binary.LittleEndian.Uint64(text)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// lineEnds turns each carriage return that no line feed follows, as the line
// ends of an old Macintosh are, into a line feed.
type lineEnds struct {
	in   io.Reader
	held bool // a carriage return was read, and what follows it was not
}

func (e *lineEnds) Read(p []byte) (int, error) {
	if len(p) < 2 {
		return 0, io.ErrShortBuffer
	}
	from := 0
	if e.held {
		p[0], from, e.held = '\r', 1, false
	}
	n, err := e.in.Read(p[from:])
	n += from
	if n > 0 && p[n-1] == '\r' && err == nil {
		n, e.held = n-1, true
	}
	for at := 0; ; at++ {
		next := bytes.IndexByte(p[at:n], '\r')
		if next < 0 {
			return n, err
		}
		if at += next; at+1 == n || p[at+1] != '\n' {
			p[at] = '\n'
		}
	}
}
