package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/data/format/jsonlines"
	"unfold/engine/internal/download"
	"unfold/engine/internal/npy"
	"unfold/engine/internal/plaintext"
	"unfold/engine/remedy"
)

// read reads a table from the bytes of a file.
func (l *Load) read(ctx context.Context, file io.Reader) (*engine.Table, error) {
	g, sum, err := l.readFile(ctx, file)
	if err != nil {
		return nil, err
	}
	return l.finish(ctx, g, sum)
}

// finish makes a table of the cells of files with a checksum.
func (l *Load) finish(ctx context.Context, g *grid, sum string) (*engine.Table, error) {
	if l.SHA256 != "" && !strings.EqualFold(l.SHA256, sum) {
		return nil, download.WrongChecksum(sum)
	}
	table, err := l.table(ctx, g)
	if err != nil {
		return nil, err
	}
	table.SHA256 = sum
	return table, nil
}

// readFile reads the cells of a file, and its checksum.
func (l *Load) readFile(ctx context.Context, file io.Reader) (*grid, string, error) {
	hash := sha256.New()
	raw := &download.Reader{Context: ctx, In: io.TeeReader(file, hash), Most: l.bytes()}
	if file, ok := file.(*os.File); ok {
		if info, err := file.Stat(); err == nil {
			raw.Size = info.Size()
		}
	}
	g, err := l.readGrid(ctx, raw, file)
	if err != nil {
		return nil, "", err
	}
	_, err = io.Copy(io.Discard, raw)
	return g, hex.EncodeToString(hash.Sum(nil)), err
}

// readGrid unpacks the file, tells its format and reads its cells. The bytes of raw are
// those of the file.
func (l *Load) readGrid(ctx context.Context, raw *download.Reader, file io.Reader) (*grid, error) {
	in, packed, err := l.unpack(ctx, raw)
	if err != nil {
		return nil, err
	}
	start, _ := in.Peek(formatStart)
	isFormat := format.Known.MayBegin(start)
	if err := l.refuseIdle(isFormat, isFormat); err != nil {
		return nil, err
	}
	if strings.HasPrefix(string(start), npy.Magic) {
		return l.readNPY(ctx, in)
	}
	if isFormat {
		return l.readFormat(ctx, start, in, file, packed)
	}
	text, err := plaintext.Decode(ctx, in, l.Encoding)
	if err != nil {
		return nil, err
	}
	size := raw.Size
	if packed {
		size = 0
	}
	return l.readText(ctx, text, size)
}

// unpack returns the bytes of the file, out of gzip or Zstandard if they are in it, and
// refuses those that are no table.
func (l *Load) unpack(ctx context.Context, raw io.Reader) (in *bufio.Reader, packed bool, err error) {
	in = bufio.NewReaderSize(raw, 1<<16)
	if start, _ := in.Peek(4); isPacked(start) {
		unpacked, err := unpacker(start, in)
		if err != nil {
			return nil, true, unreadable(err)
		}
		in, packed = bufio.NewReaderSize(&download.Reader{Context: ctx, In: unpacked, Most: l.bytes()}, 1<<16), true
	}
	start, err := in.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return nil, packed, err
	}
	return in, packed, l.refuseFormat(start)
}

// readText tells the format of a text, of so many bytes if that is known, and reads its
// cells.
func (l *Load) readText(ctx context.Context, text *bufio.Reader, size int64) (*grid, error) {
	start, err := text.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case jsonlines.Begins(start):
		return l.readJSON(ctx, text)
	case isARFF(start):
		return l.readARFF(ctx, text)
	case isLIBSVM(start):
		return l.readLIBSVM(ctx, text)
	}
	return l.readDelimited(ctx, text, size)
}

// What packed files begin with.
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// isPacked reports whether bytes begin as gzip or Zstandard writes them.
func isPacked(start []byte) bool {
	return bytes.HasPrefix(start, []byte(gzipMagic)) || bytes.HasPrefix(start, []byte(zstdMagic))
}

// unpacker unpacks a file that begins so. It works in the goroutine that reads.
func unpacker(start []byte, in io.Reader) (io.Reader, error) {
	if bytes.HasPrefix(start, []byte(gzipMagic)) {
		return gzip.NewReader(in)
	}
	return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(1<<27))
}

// foreign are the first bytes of files that are no tables of text.
var foreign = []struct{ start, what string }{
	{"PK\x03\x04", "a zip archive or a spreadsheet"},
	{"PAR1", "Parquet"},
	{"\x89HDF", "HDF5"},
	{"\x89PNG", "a picture"},
	{"%PDF", "a PDF document"},
	{"\xd0\xcf\x11\xe0", "a workbook of an old Excel (XLS), or one with a password"},
	{"BZh", "packed by bzip2"},
	{"\xfd7zXZ", "packed by xz"},
	{"\xff\xfe\x00\x00", "UTF-32 text"},
	{"\x00\x00\xfe\xff", "UTF-32 text"},
	{"%%MatrixMarket", "a matrix in the format of Matrix Market"},
}

// refuseFormat is the error of a file that is no table, by how it begins.
func (l *Load) refuseFormat(start []byte) error {
	if format.Known.MayBegin(start) {
		return nil // its reader tells
	}
	if err := foreignError(start); err != nil {
		return err
	}
	if isPage(start) {
		return &engine.Error{Param: "path", Cause: "the file is a web page (HTML or XML), not a table", Remedy: remedy.Say("give the address of the file itself, such as its raw or download link")}
	}
	_, wide := plaintext.ByteOrder(start)
	if !wide && l.Encoding != "utf-16" && !bytes.HasPrefix(start, []byte(npy.Magic)) && bytes.IndexByte(start, 0) >= 0 {
		return &engine.Error{Param: "path", Cause: "the file holds bytes that are not text", Remedy: remedy.Say("export it as CSV in UTF-8")}
	}
	return nil
}

// foreignError is the error of a file of a format that cannot be read; nil of others.
func foreignError(start []byte) error {
	for _, f := range foreign {
		if strings.HasPrefix(string(start), f.start) {
			return &engine.Error{Param: "path", Cause: "the file is " + f.what + ", not a table", Remedy: remedy.Say("export it as CSV in UTF-8")}
		}
	}
	return nil
}

// isPage reports whether a text begins as HTML or XML does. A lone < is not
// enough: a column may be called so.
func isPage(start []byte) bool {
	text := strings.ToLower(string(bytes.TrimSpace(start)))
	for _, opening := range []string{"<!doctype", "<html", "<head", "<body", "<?xml", "<!--"} {
		if strings.HasPrefix(text, opening) {
			return true
		}
	}
	return false
}
