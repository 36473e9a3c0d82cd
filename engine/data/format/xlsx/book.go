package xlsx

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"unfold/engine/data/format"
	"unfold/engine/internal/calendar"
	"unfold/engine/internal/download"
)

// parts are the files of an archive, of which so many bytes may be unpacked.
type parts struct {
	of         map[string]*zip.File
	left, most int64
}

func newParts(archive *zip.Reader, most int64) *parts {
	p := &parts{map[string]*zip.File{}, most, most}
	for _, member := range archive.File {
		p.of[member.Name] = member
	}
	return p
}

// A part is one that is read.
type part struct {
	io.ReadCloser
	of *parts
}

// open opens a part; it is nil if there is none.
func (p *parts) open(name string) (*part, error) {
	member := p.of[name]
	if member == nil {
		return nil, nil
	}
	in, err := member.Open()
	if err != nil {
		return nil, format.Fault("XLSX", err)
	}
	return &part{in, p}, nil
}

// Read unpacks bytes, as long as any may be.
func (p *part) Read(b []byte) (int, error) {
	if p.of.left <= 0 {
		return 0, download.TooLarge(p.of.most)
	}
	n, err := p.ReadCloser.Read(b[:min(int64(len(b)), p.of.left)])
	p.of.left -= int64(n)
	return n, err
}

// decode reads a whole part into a value, and leaves it alone if there is none.
func (p *parts) decode(name string, into any) error {
	in, err := p.open(name)
	if in == nil || err != nil {
		return err
	}
	defer in.Close()
	return fault(xml.NewDecoder(in).Decode(into))
}

// fault is the error of a part that is not what it should be.
func fault(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) {
		return format.Fault("XLSX", err)
	}
	return err
}

// A book is a workbook: its sheets, and what their cells refer to.
type book struct {
	sheets  []sheetEntry
	paths   map[string]string // of the parts that sheets are in, by their ids
	days    epoch
	strings []string
	forms   []calendar.Form // of the styles, what numbers in them are
}

type sheetEntry struct {
	Name string `xml:"name,attr"`
	ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
	Same string `xml:"http://purl.oclc.org/ooxml/officeDocument/relationships id,attr"` // in strict files
}

// relations tell which part an id stands for.
type relations struct {
	All []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// richText is a text, in one piece or in runs of unlike fonts.
type richText struct {
	Text string `xml:"t"`
	Runs []struct {
		Text string `xml:"t"`
	} `xml:"r"`
}

// String joins the runs.
func (t richText) String() string {
	all := t.Text
	for _, run := range t.Runs {
		all += run.Text
	}
	return strings.TrimSpace(all)
}

// openBook reads all but the sheets.
func openBook(p *parts) (*book, error) {
	home, err := p.home()
	if err != nil {
		return nil, err
	}
	var text struct {
		Properties struct {
			From1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []sheetEntry `xml:"sheets>sheet"`
	}
	if err := p.decode(home, &text); err != nil {
		return nil, err
	}
	b := &book{sheets: text.Sheets, paths: map[string]string{}}
	b.days.from1904 = text.Properties.From1904 == "1" || text.Properties.From1904 == "true"
	var known relations
	if err := p.decode(path.Join(path.Dir(home), "_rels", path.Base(home)+".rels"), &known); err != nil {
		return nil, err
	}
	for _, r := range known.All {
		target := within(path.Dir(home), r.Target)
		b.paths[r.ID] = target
		switch {
		case strings.HasSuffix(r.Type, "/sharedStrings"):
			err = b.readStrings(p, target)
		case strings.HasSuffix(r.Type, "/styles"):
			err = b.readStyles(p, target)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// home is the part that the workbook is in.
func (p *parts) home() (string, error) {
	var known relations
	if err := p.decode("_rels/.rels", &known); err != nil {
		return "", err
	}
	for _, r := range known.All {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			return within("", r.Target), nil
		}
	}
	return "xl/workbook.xml", nil
}

// within is the name of a part as a folder refers to it.
func within(folder, target string) string {
	if whole, ok := strings.CutPrefix(target, "/"); ok {
		return whole
	}
	return path.Join(folder, target)
}

// readStrings reads the texts that cells refer to by number.
func (b *book) readStrings(p *parts, name string) error {
	var text struct {
		All []richText `xml:"si"`
	}
	err := p.decode(name, &text)
	for _, t := range text.All {
		b.strings = append(b.strings, t.String())
	}
	return err
}

// readStyles finds what numbers are in each style.
func (b *book) readStyles(p *parts, name string) error {
	var text struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Styles []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	err := p.decode(name, &text)
	codes := map[int]string{}
	for _, f := range text.Formats {
		codes[f.ID] = f.Code
	}
	for _, s := range text.Styles {
		b.forms = append(b.forms, formOf(s.Format, codes[s.Format]))
	}
	return err
}
