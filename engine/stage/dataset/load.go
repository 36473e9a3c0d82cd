package dataset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"unfold/engine"
	"unfold/engine/data/registry"
	"unfold/engine/internal/download"
	"unfold/engine/internal/plaintext"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:    "load",
		Summary: "reads a table from a file, an address or a built-in name",
		Examples: []string{
			`load | scale | pca`,
			`load("balance") | knn(5)`,
		},
	}, func() *Load { return new(Load) })
}

// Load reads a table. Path is tried as
//
//  1. an address that begins with http:// or https://,
//  2. the name of a generator of this package, such as "waveform",
//  3. - for standard input, which is read once for all that load it,
//  4. a file,
//  5. a pattern of files, "runs/*.csv", whose rows follow one another in the order of
//     the names, and whose columns are matched by name,
//  6. the name of a data set NAME.csv or NAME.csv.gz in the folder that the
//     environment variable UNFOLD_DATA names,
//  7. the name of a data set that the program knows ([registry.All]), whose file is in
//     the cache, or fetched into it where Fetch says so.
//
// The content of a file, not its name, tells its format: text with commas,
// semicolons, bars, tabs or blanks; ARFF; the sparse format of LIBSVM and
// svmlight; objects of JSON, one a line or in an array; a matrix of NumPy (NPY) or
// several (NPZ); a sheet of a workbook (XLSX); what else package format knows; each of them also packed by gzip or
// Zstandard. What
// the last column is, which columns are categorical and how classes are
// numbered is in the documentation of the package. What was decided is said
// in a remark.
//
// Text is UTF-8, or UTF-16 by its byte order mark or its zero bytes; text that
// is neither is read as Windows-1252, of which Latin-1 is a part. Bytes that
// stand for no character are refused, so no two words become one. Lines end in
// line feeds, carriage returns or both. Lines before the first row that begin
// with # or % are comments; the last of them names the columns if it has as
// many words as they are and the first row has numbers.
//
// Rows whose columns are pixels, row by row from the upper left, are shown as
// pictures if Image says how wide and high these are; black and white are the
// smallest and the largest number of the table.
//
// Cells that are empty or missing words are NaN. Rows without class, or without
// one of the responses, are kept without a label: see [engine.Fold]. Rows and
// lines are told apart: Table.Rows counts the rows of the file from zero, errors
// count its lines from one.
//
// A file from an address is kept in the user's cache folder and read from
// there ever after, so a pipeline that has run once runs without the network
// and on the same bytes; with SHA256 set, a kept file of another checksum is
// fetched anew, and so is any with Fresh. A remark tells how old a kept file
// is. A server that is silent for half a minute is given up.
//
// New rows, which a pipeline is to place or predict, are read by what it has
// learned from (see LoadMatching): nothing of the above is decided anew for them.
//
// Text is read once, row by row; the cost in memory is that of the numbers.
// Every fault is an *engine.Error with the line, and for a cell its column
// and content. The zero value of each field but Path lets the file tell.
type Load struct {
	Path        string
	Label       string   // the column of the class
	Response    []string // the columns of the responses
	Features    []string // the columns to learn from; all others if empty
	Aside       []string // columns that are kept, and not learned from
	Table       string   // of a file of several tables: an array of an NPZ file, a sheet of a workbook
	Query       string   // what to ask a database for
	Beside      string   // another file of the same rows, whose columns are kept like those
	Categorical []string // columns whose numbers are levels
	Sep         string   // a key of separators; told by the file if empty
	Header      string   // yes or no; told by the file if empty
	Encoding    string   // of the text, such as windows-1252; told by the file if empty
	Decimal     string   // point or comma; told by the file if empty
	NA          []string // words for a missing cell besides the usual ones; "only" before them for no others
	Lower       []string // columns whose words are read in lower case, with single blanks
	Replace     []string // "old=new", or "column: old=new", of whole cells
	Rename      []string // "old=new", of the names of columns
	Dates       string   // the order of day and month, such as dmy; told by the file if empty
	SHA256      string   // of the file's bytes, checked if not empty
	Image       string   // how wide and high the pictures are that the rows hold, such as 64x64; empty for rows of any other kind
	Fresh       string   // yes to fetch an address again, whatever is kept of it
	Fetch       string   // yes to download a data set that is known by name and not here
	Limit       int      // megabytes, of the file as it lies, unpacked, and of its numbers; engine.Auto for 1024

	patience time.Duration  // with servers; the usual one if zero
	keeps    bool           // all columns go aside, so none is learned from
	another  bool           // the settings are those of another file
	learned  *engine.Header // what its rows are matched to; nil where the file itself tells what its columns are for
}

// Params declares the parameters.
func (l *Load) Params(p *engine.Params) {
	p.Text(&l.Path, "path", "waveform", engine.AnyValue(), "file, http(s) address or built-in name")
	p.Text(&l.Label, "label", "", engine.AnyValue(), `column of the class, by name or position (1 first, -1 last); "none" for none; the last column if it looks like classes`).OfColumns()
	p.Texts(&l.Response, "response", "column of the response, by name or position, or columns of several; the last column if it looks like a response, or the sentence learns one").OfColumns()
	p.Texts(&l.Features, "features", "columns to learn from, by name or position, or with - before them those to leave out; all others if not given").OfColumns()
	p.Texts(&l.Aside, "aside", "columns to keep and not to learn from, by name or position, such as where rows truly are: what asks for them by name finds them").OfColumns()
	p.Text(&l.Beside, "beside", "", engine.AnyValue(), "another file of the same rows in the same order, whose columns are kept aside")
	p.Text(&l.Table, "table", "", engine.AnyValue(), "which table of a file that has several: an array of NPZ, a sheet of a workbook by name or number, a table of a database; the only one, or the first sheet, if not given").Quietly()
	p.Text(&l.Query, "query", "", engine.AnyValue(), "what to ask a database for, in SQL; a whole table if not given").Quietly()
	p.Text(&l.Sep, "sep", "", engine.OneOf("auto", ",", ";", "|", "tab", "space", ""), "what stands between cells; told by the first line if not given")
	p.Text(&l.Header, "header", "", engine.OneOf("auto", "yes", "no", ""), "whether the first line names the columns; told by the first two if not given")
	p.Texts(&l.NA, "na", "further words for a missing cell, besides none at all, ?, NA, N/A, NaN and null; \"only\" first leaves these out")
	p.Texts(&l.Lower, "lower", "columns whose words are read in lower case and with single blanks, by name or position").Quietly().OfColumns()
	p.Texts(&l.Replace, "replace", `cells to be replaced as a whole, "Y=yes", or of one column "region: NYC=New York"; nothing behind = makes them missing`).Quietly()
	p.Texts(&l.Rename, "rename", `names of columns to be replaced, "old=new"`).Quietly()
	p.Text(&l.Dates, "dates", "", engine.OneOf("auto", "dmy", "mdy", "ymd", ""), "the order of day, month and year in dates; told by each column if not given, and asked for where none tells").Quietly()
	p.Texts(&l.Categorical, "categorical", "columns whose numbers are levels, by name or position").OfColumns()
	p.Text(&l.Decimal, "decimal", "", engine.OneOf("auto", "point", "comma", ""), "decimal mark; if not given told by each column, where in doubt a point, or a comma where semicolons part cells")
	p.Text(&l.SHA256, "sha256", "", engine.AnyValue(), "checksum that the file must have")
	p.Int(&l.Limit, "limit", engine.Auto, engine.OrAuto(engine.Between(1, 1<<20)), "megabytes that the file, and the table made of it, may have; auto is 1024")
	p.Text(&l.Encoding, "encoding", "", engine.OneOf(plaintext.Encodings()...), "how characters are written in bytes; UTF-8, UTF-16 and, for text that is neither, Windows-1252 if not given")
	p.Text(&l.Image, "image", "", engine.AnyValue(), "width and height of the pictures whose pixels the columns are, row by row, such as 64x64, or 64 for a square").OrNumber()
	p.Text(&l.Fetch, "fetch", "", engine.OneOf("yes", "no", ""), "whether to download a data set that is known by name and is not here, from the server that UNFOLD_MIRROR names; no if not given").Quietly()
	p.Text(&l.Fresh, "fresh", "", engine.OneOf("yes", "no", ""), "whether to fetch an address again that is kept in the cache; no if not given")
}

// bytes is the limit in bytes.
func (l *Load) bytes() int64 {
	const usual = 1024
	if l.Limit == engine.Auto {
		return usual << 20
	}
	return int64(l.Limit) << 20
}

// cells is how many numbers fit into the limit.
func (l *Load) cells() int { return int(l.bytes() / 8) }

// Probe reports a file that is not there and a name that is not known.
func (l *Load) Probe() error {
	_, err := l.locate()
	if err == nil && l.Beside != "" {
		return l.besideError(l.beside().Probe())
	}
	return err
}

// Load reads the table.
func (l *Load) Load(ctx context.Context) (*engine.Table, error) {
	from, err := l.locate()
	if err != nil {
		return nil, err
	}
	if from.generator != nil {
		return from.generator.Load(ctx)
	}
	if from.address != "" {
		if from.file, err = l.request(from.address).File(ctx); err != nil {
			return nil, err
		}
	}
	if from.set != nil {
		if from.file, err = from.set.Obtain(ctx, l.patience); err != nil {
			return nil, err
		}
	}
	table, err := l.readOrigin(ctx, from)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		var fault *engine.Error
		if errors.As(err, &fault) {
			return nil, err
		}
		return nil, unreadable(err)
	}
	table.Name, table.Source = from.name, from.source
	remarkOther(ctx, from, table)
	return table, l.keepBeside(ctx, table)
}

// readOrigin reads what is no generator.
func (l *Load) readOrigin(ctx context.Context, from origin) (*engine.Table, error) {
	switch {
	case from.files != nil:
		return l.readFiles(ctx, from.files)
	case from.pipe != nil:
		in, err := from.pipe.read(ctx, l.bytes())
		if err != nil {
			return nil, err
		}
		return l.read(ctx, in)
	}
	file, err := os.Open(from.file)
	if err != nil {
		return nil, unreadable(err)
	}
	defer file.Close()
	// Of a pipe, whose writer may be silent, this ends the wait; files have no deadlines.
	defer context.AfterFunc(ctx, func() { file.SetReadDeadline(time.Now()) })()
	return l.read(ctx, file)
}

// remarkOther says that a file of the data folder which is called like that of a known
// data set is another one.
func remarkOther(ctx context.Context, from origin, t *engine.Table) {
	set, known := registry.OfFile(from.source)
	if known && from.set == nil && filepath.Dir(from.file) == filepath.Clean(os.Getenv(dataFolder)) && t.SHA256 != set.SHA256 {
		engine.Remark(ctx, "%s is not the file that datasets() tells of: its checksum is another", from.source)
	}
}

func unreadable(err error) *engine.Error {
	var path *os.PathError
	cause := err
	if errors.As(err, &path) {
		cause = path.Err
	}
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("the file cannot be read: %v", cause), Remedy: remedy.Say("check the file and your right to read it"), Err: err}
}

// request is how an address is fetched.
func (l *Load) request(address string) download.Request {
	return download.Request{Address: address, SHA256: l.SHA256, Fresh: l.Fresh == "yes", Most: l.bytes(), Patience: l.patience, Refuse: func(start []byte) error {
		if isPacked(start) {
			return nil // what it is shows when it is read
		}
		return l.refuseFormat(start)
	}}
}

// Fingerprint returns the checksum of the file, which can change while its
// name does not. It never fetches: an address that is not kept yet, or is to be
// fetched again, has none, nor has what can be read but once, such as a pipe.
func (l *Load) Fingerprint() (string, error) {
	from, err := l.locate()
	if err != nil || from.generator != nil {
		return l.Path, err
	}
	if from.address != "" {
		if l.Fresh == "yes" {
			return "", &engine.Error{Param: "fresh", Cause: "the file is to be fetched again", Remedy: remedy.Say("load it")}
		}
		if from.file, err = download.Kept(from.address); err != nil {
			return "", err
		}
	}
	if from.set != nil && from.file == "" {
		return "", from.set.NotHere()
	}
	switch {
	case from.pipe != nil:
		return from.pipe.checksum()
	case from.files != nil:
		return checksumOfAll(from.files)
	}
	info, err := os.Stat(from.file)
	switch {
	case err != nil:
		return "", unreadable(err)
	case !info.Mode().IsRegular():
		return "", &engine.Error{Param: "path", Cause: "the path leads to a device or a pipe, which has no checksum", Remedy: remedy.Say("keep its content in a file")}
	case info.Size() > l.bytes():
		return "", download.TooLarge(l.bytes())
	}
	sum, err := download.ChecksumOf(from.file)
	switch {
	case err != nil:
		return "", unreadable(err)
	case l.Beside == "":
		return sum, nil
	}
	other, err := l.beside().Fingerprint()
	return sum + other, l.besideError(err)
}
