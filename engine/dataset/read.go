package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/npy"
	"unfold/engine/internal/plaintext"
	"unfold/engine/remedy"
)

// read reads a table from the bytes of a file.
func (l *Load) read(ctx context.Context, file io.Reader) (*engine.Table, error) {
	hash := sha256.New()
	raw := &progressReader{ctx: ctx, in: io.TeeReader(file, hash), most: l.bytes()}
	if file, ok := file.(*os.File); ok {
		if info, err := file.Stat(); err == nil {
			raw.size = info.Size()
		}
	}
	g, err := l.readGrid(ctx, raw)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, raw); err != nil {
		return nil, err
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	if l.SHA256 != "" && !strings.EqualFold(l.SHA256, sum) {
		return nil, wrongChecksum(sum)
	}
	table, err := l.table(ctx, g)
	if err != nil {
		return nil, err
	}
	table.SHA256 = sum
	return table, nil
}

// readGrid unpacks the file, tells its format and reads its cells.
func (l *Load) readGrid(ctx context.Context, raw io.Reader) (*grid, error) {
	in, err := l.unpack(ctx, raw)
	if err != nil {
		return nil, err
	}
	if start, _ := in.Peek(len(npy.Magic)); string(start) == npy.Magic {
		return l.readNPY(ctx, in)
	}
	text, err := plaintext.Decode(ctx, in, l.Encoding)
	if err != nil {
		return nil, err
	}
	return l.readText(ctx, text)
}

// unpack returns the bytes of the file, out of gzip if they are in it, and
// refuses those that are no table.
func (l *Load) unpack(ctx context.Context, raw io.Reader) (*bufio.Reader, error) {
	in := bufio.NewReaderSize(raw, 1<<16)
	if start, _ := in.Peek(2); isPacked(start) {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, unreadable(err)
		}
		in = bufio.NewReaderSize(&progressReader{ctx: ctx, in: unpacked, most: l.bytes()}, 1<<16)
	}
	start, err := in.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return in, l.refuseFormat(start)
}

// readText tells the format of a text and reads its cells.
func (l *Load) readText(ctx context.Context, text *bufio.Reader) (*grid, error) {
	start, err := text.Peek(1 << 12)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case isARFF(start):
		return l.readARFF(ctx, text)
	case isLIBSVM(start):
		return l.readLIBSVM(ctx, text)
	}
	return l.readDelimited(ctx, text)
}

// isPacked reports whether bytes begin as gzip writes them.
func isPacked(start []byte) bool { return bytes.HasPrefix(start, []byte("\x1f\x8b")) }

// foreign are the first bytes of files that are no tables of text.
var foreign = []struct{ start, what string }{
	{"PK\x03\x04", "a zip archive or a spreadsheet"},
	{"PAR1", "Parquet"},
	{"\x89HDF", "HDF5"},
	{"\x89PNG", "a picture"},
	{"%PDF", "a PDF document"},
	{"BZh", "packed by bzip2"},
	{"\xfd7zXZ", "packed by xz"},
	{"\xff\xfe\x00\x00", "UTF-32 text"},
	{"\x00\x00\xfe\xff", "UTF-32 text"},
	{"%%MatrixMarket", "a matrix in the format of Matrix Market"},
}

// refuseFormat is the error of a file that is no table, by how it begins.
func (l *Load) refuseFormat(start []byte) error {
	for _, f := range foreign {
		if strings.HasPrefix(string(start), f.start) {
			return &engine.Error{Param: "path", Cause: "the file is " + f.what + ", not a table", Remedy: remedy.Say("export it as CSV in UTF-8")}
		}
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

// A progressReader counts what is read, says how far it has come, and stops at
// a limit or when its context is done.
type progressReader struct {
	ctx  context.Context
	in   io.Reader
	size int64 // expected, 0 if not known
	most int64
	done int64
	told int64
}

func (g *progressReader) Read(p []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := g.in.Read(p)
	g.done += int64(n)
	if g.done > g.most {
		return 0, tooLarge(g.most)
	}
	if g.size > 0 && (g.done-g.told)*100 > g.size {
		g.told = g.done
		engine.Tell(g.ctx, engine.Progress{Note: "reading", Fraction: min(1, float64(g.done)/float64(g.size))})
	}
	return n, err
}

func tooLarge(most int64) *engine.Error {
	return &engine.Error{Param: "limit", Cause: fmt.Sprintf("the file has more than %d MB", most>>20), Remedy: remedy.Raise("limit").Or(remedy.Say("take a smaller file"))}
}

func wrongChecksum(sum string) *engine.Error {
	return &engine.Error{Param: "sha256", Cause: "the file has the checksum " + sum, Remedy: remedy.Say("take the file that was meant").Or(remedy.Set("sha256", sum))}
}
