package dataset

import (
	"os"
	"strings"
	"testing"

	"unfold/engine/enginetest"
)

// What openpyxl wrote: see testdata/wines.py.
func TestXLSX(t *testing.T) {
	file, err := os.ReadFile("testdata/wines.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		table, want string
		said        []string
	}{
		{"", "name{a,b,c} alcohol made organic share → class{u,v}\n0 12.5 18322 1 0.05 → u\n1 NaN -0.5 0 0.1 → v\n2 13 NaN NaN 0.5 → u", []string{
			"the first of 3 sheets was read, Wines; table= names another: Empty, Numbers", "organic: true was read as 1, false as 0", "made: dates were read as days since 1970-01-01", "categorical: name"}},
		{"Numbers", "x1 → x2{2,4,5}\n1 → 2\n3 → 4\nNaN → 5", []string{"no header", "1 range of merged cells, first B4:B5: only the upper left cell of each has the value, the others are missing"}},
		{"3", "x1 → x2{2,4,5}\n1 → 2\n3 → 4\nNaN → 5", nil},
	} {
		table, said, err := readText(string(file), func(l *Load) { l.Table = c.table })
		if err != nil {
			t.Fatalf("%s: %v", c.table, err)
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.table, got, c.want)
		}
		for _, note := range c.said {
			if all := strings.Join(said, "\n"); !strings.Contains(all, note) {
				t.Errorf("%s: %q is not said in\n%s", c.table, note, all)
			}
		}
	}
	for table, want := range map[string]string{"Empty": "the file has no rows", "wines": `the file has no sheet "wines", but Wines, Empty, Numbers; set table="Wines"`, "4": `the file has no sheet "4"`} {
		_, _, err := readText(string(file), func(l *Load) { l.Table = table })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", table, err, want)
		}
	}
	_, _, err = readText(string(file[:len(file)-40]), nil)
	enginetest.Refused(t, err, "path", "the file is a zip archive or a spreadsheet, not a table")
}

// xlsxFile is a workbook of one sheet with such rows.
func xlsxFile(rows string) string {
	return npzFile(
		"xl/workbook.xml", `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="/xl/s.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>`,
		"xl/s.xml", `<sst><si><t>a</t></si><si><r><t>b</t></r><r><t> c</t></r><rPh><t>no</t></rPh></si></sst>`,
		"xl/styles.xml", `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[Red]0.0&quot; days&quot;"/><numFmt numFmtId="201" formatCode="[$-407]d\. mmmm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="200"/><xf numFmtId="201"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData>`+rows+`</sheetData></worksheet>`)
}

func TestCellsOfXLSX(t *testing.T) {
	const names = `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="AA2" t="inlineStr"><is><t>y</t></is></c></row>`
	for _, c := range []struct{ name, rows, want, said string }{
		{"formulas", `<row><c r="B3"><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>u</v></c><c r="AA3"><v>7</v></c></row><row r="9"><c r="B9"><f>1</f></c><c r="C9" t="str"><v>v</v></c><c r="AA9"><v>8</v></c></row>`,
			"a b c{u,v} → y{7,8}\n2 0 → 7\nNaN 1 → 8", "1 formula without a value count as missing"},
		{"errors", `<row><c r="B3" t="e"><v>#N/A</v></c><c><v>1</v></c><c r="AA3"><v>7</v></c></row><row><c r="B4"><v>2</v></c><c><v>3</v></c><c r="AA4"><v>8</v></c></row>`,
			"a b c → y{7,8}\nNaN 1 → 7\n2 3 → 8", "1 cell in error, such as #N/A or #DIV/0!, count as missing"},
		{"dates from 1904", `<row><c r="B3" s="1"><v>24107</v></c><c s="2"><v>0.5</v></c><c r="AA3"><v>7</v></c></row><row><c r="B4" s="4"><v>24108</v></c><c s="3"><v>3</v></c><c r="AA4"><v>8</v></c></row>`,
			"a b c → y{7,8}\n0 0.5 → 7\n1 3 → 8", "a: dates were read as days since 1970-01-01"},
		{"many digits", `<row><c r="B3"><v>9007199254740993</v></c><c><v>1E-3</v></c><c r="AA3"><v>7</v></c></row><row><c r="B4"><v>5</v></c><c><v>3</v></c><c r="AA4"><v>8</v></c></row>`,
			"a b c → y{7,8}\n9.007199254740992e+15 0.001 → 7\n5 3 → 8", "9007199254740993, whose last digits are lost"},
	} {
		table, said, err := readText(xlsxFile(names+c.rows), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := enginetest.Text(table); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		if all := strings.Join(said, "\n"); !strings.Contains(all, c.said) {
			t.Errorf("%s: %q is not said in\n%s", c.name, c.said, all)
		}
	}
}

func TestFaultsOfXLSX(t *testing.T) {
	for _, c := range []struct{ name, file, param, want string }{
		{"rows out of order", xlsxFile(`<row r="2"/><row r="1"/>`), "path", `row "1" comes after row 2`},
		{"cells out of order", xlsxFile(`<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`), "path", `cell "A1" of row 1 is out of order`},
		{"a cell nowhere", xlsxFile(`<row><c r="ZZZZ1"><v>1</v></c></row>`), "path", `cell "ZZZZ1" of row 1 is out of order`},
		{"no XML", xlsxFile(`<row>&`), "path", "the XLSX file cannot be read: "},
		{"no sheet", npzFile("xl/workbook.xml", `<workbook/>`), "path", "the file has no sheet"},
		{"another part", npzFile("xl/workbook.xml", `<workbook><sheets><sheet name="S"/></sheets></workbook>`), "path", "the sheet S is not in it"},
		{"a bomb", xlsxFile(`<row><c><v>` + strings.Repeat(" ", 2<<20) + `</v></c></row>`), "limit", "the file has more than 1 MB"},
		{"many columns", xlsxFile(strings.Repeat(`<row><c r="A1"><v>1</v></c></row>`, 400) + `<row>` + strings.Repeat(`<c><v>1</v></c>`, 400) + `</row>`), "limit", "the table has more than"},
	} {
		_, _, err := readText(c.file, func(l *Load) { l.Limit = 1 })
		t.Run(c.name, func(t *testing.T) { enginetest.Refused(t, err, c.param, c.want) })
	}
	_, _, err := readText("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", nil)
	enginetest.Refused(t, err, "path", "the file is a workbook of an old Excel (XLS), or one with a password, not a table")
}

// Sheets may hold anything.
func FuzzXLSX(f *testing.F) {
	f.Add(`<row r="2"><c r="B2" t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c s="1"><v>5</v></c><c r="C3" t="b"><v>1</v></c></row>`)
	f.Add(`<row><c t="inlineStr"><is><r><t>a</t></r></is></c><c t="e"><v>#N/A</v></c><c><f>1</f></c></row><mergeCell ref="A1:A2"/>`)
	f.Fuzz(func(t *testing.T, rows string) {
		checkTable(t, xlsxFile(rows), nil)
		checkTable(t, rows, nil)
	})
}
