package xlsx

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/remedy"
)

func init() {
	format.Known.Add(format.Format{Name: "XLSX", Ending: ".xlsx", Write: write})
}

// The parts of a workbook with one sheet, besides the sheet.
const (
	declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	contents    = declaration + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
	toBook = declaration + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	workbook = declaration + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="table" sheetId="1" r:id="rId1"/></sheets></workbook>`
	toSheet = declaration + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
)

// write writes a workbook of one sheet: the names of the columns in its first row, numbers
// as numbers with all their digits, texts as such. What is missing is an empty cell; what
// is infinite has no number there, and is a text. The archive carries no time, so equal
// tables give equal bytes.
func write(w io.Writer, t *format.Table) error {
	if t.Len() >= mostRows || len(t.Columns) > mostColumns {
		return &engine.Error{Stage: "save", Cause: fmt.Sprintf("a sheet of XLSX holds %d rows and %d columns at most", mostRows, mostColumns), Remedy: remedy.Say("save it as .csv or .parquet")}
	}
	archive := zip.NewWriter(w)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", contents}, {"_rels/.rels", toBook}, {"xl/workbook.xml", workbook}, {"xl/_rels/workbook.xml.rels", toSheet},
	} {
		to, err := archive.Create(part.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(to, part.text); err != nil {
			return err
		}
	}
	to, err := archive.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return err
	}
	sheet := bufio.NewWriter(to) // what goes wrong is kept until it is flushed
	writeSheet(sheet, t)
	if err := sheet.Flush(); err != nil {
		return err
	}
	return archive.Close()
}

// writeSheet writes the rows.
func writeSheet(w *bufio.Writer, t *format.Table) {
	w.WriteString(declaration + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	letters := make([]string, len(t.Columns))
	fmt.Fprint(w, `<row r="1">`)
	for c, column := range t.Columns {
		letters[c] = letterOf(c)
		writeText(w, letters[c], 1, column.Name)
	}
	w.WriteString("</row>")
	for row := range t.Len() {
		at := row + 2
		fmt.Fprintf(w, `<row r="%d">`, at)
		for c := range t.Columns {
			writeCell(w, letters[c], at, &t.Columns[c], row)
		}
		w.WriteString("</row>")
	}
	w.WriteString("</sheetData></worksheet>")
}

// writeCell writes a cell that is not empty.
func writeCell(w *bufio.Writer, letter string, at int, c *format.Column, row int) {
	switch text := c.Text(row); {
	case text == "":
	case c.Texts != nil || math.IsInf(c.Numbers[row], 0):
		writeText(w, letter, at, text)
	default:
		fmt.Fprintf(w, `<c r="%s%d"><v>%s</v></c>`, letter, at, text)
	}
}

func writeText(w *bufio.Writer, letter string, at int, text string) {
	fmt.Fprintf(w, `<c r="%s%s" t="inlineStr"><is><t xml:space="preserve">`, letter, strconv.Itoa(at))
	xml.EscapeText(w, []byte(text))
	w.WriteString("</t></is></c>")
}

// letterOf is what a sheet calls a column: A to Z, AA and so on.
func letterOf(column int) (letters string) {
	for column >= 0 {
		letters = string(rune('A'+column%26)) + letters
		column = column/26 - 1
	}
	return letters
}
