package columnar

import (
	"archive/zip"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"

	_ "unfold/engine/data/format/sqlite"
	"unfold/engine/enginetest"
	"unfold/engine/stage/dataset"
)

// A drawn row has a cell of each kind; nil is a missing one.
type drawn struct {
	Size  *float64   `parquet:"size,optional" json:"size"`
	Count *int64     `parquet:"count,optional" json:"count"`
	Kind  *string    `parquet:"kind,optional" json:"kind"`
	Open  *bool      `parquet:"open,optional" json:"open"`
	Sold  *time.Time `parquet:"sold,optional,timestamp(microsecond)" json:"-"`
	Zip   string     `parquet:"zip" json:"zip"`
	Class string     `parquet:"class" json:"class"`
}

var drawnNames = []string{"size", "count", "kind", "open", "sold", "zip", "class"}

func draw(deal *rand.Rand, n int) []drawn {
	rows := make([]drawn, n)
	for i := range rows {
		size, count, kind, open := deal.NormFloat64(), deal.Int64N(1000)-300, []string{"oak", "élan vital", "a,b"}[deal.IntN(3)], deal.IntN(2) == 0
		sold := time.Unix(deal.Int64N(3e9)-1e9, 1e6*deal.Int64N(1000)).UTC()
		rows[i] = drawn{&size, &count, &kind, &open, &sold, fmt.Sprintf("%05d", deal.IntN(40000)), []string{"u", "v"}[i%2]}
		switch deal.IntN(12) {
		case 0:
			rows[i].Size, rows[i].Count = nil, nil
		case 1:
			rows[i].Kind, rows[i].Sold = nil, nil
		case 2:
			rows[i].Open = nil
		}
	}
	return rows
}

// cells are those of a row as texts, empty where missing.
func (d drawn) cells() []string {
	text := []string{"", "", "", "", "", d.Zip, d.Class}
	if d.Size != nil {
		text[0], text[1] = fmt.Sprint(*d.Size), fmt.Sprint(*d.Count)
	}
	if d.Kind != nil {
		text[2], text[4] = *d.Kind, d.Sold.Format("2006-01-02 15:04:05.000")
	}
	if d.Open != nil {
		text[3] = map[bool]string{true: "TRUE", false: "False"}[*d.Open]
	}
	return text
}

// TestFormatsAreAlike: the same rows make the same table, whatever file they are in.
func TestFormatsAreAlike(t *testing.T) {
	writers := map[string]func(path string, rows []drawn) error{
		"csv": writeDrawnCSV, "arff": writeDrawnARFF, "jsonl": writeDrawnJSON, "xlsx": writeDrawnXLSX, "db": writeDrawnSQLite,
		"parquet": func(path string, rows []drawn) error { return parquet.WriteFile(path, rows) }, "arrow": writeDrawnArrow,
	}
	for seed := range uint64(4) {
		rows := draw(rand.New(rand.NewPCG(seed, 1)), 30)
		for _, label := range []string{"class", "open", "kind"} {
			read := map[string]string{}
			for ending, write := range writers {
				path := filepath.Join(t.TempDir(), "rows."+ending)
				if err := write(path, rows); err != nil {
					t.Fatalf("%s: %v", ending, err)
				}
				table, err := (&dataset.Load{Path: path, Label: label}).Load(t.Context())
				if err != nil {
					t.Errorf("%s: %v", ending, err)
					continue
				}
				read[ending] = enginetest.Text(table)
				for _, c := range table.Columns {
					read[ending] += "\n" + c.Name + " " + c.Written
				}
			}
			for ending, text := range read {
				if text != read["csv"] {
					t.Errorf("seed %d, %s: %s is\n%s\nand csv is\n%s", seed, label, ending, text, read["csv"])
				}
			}
		}
	}
}

func writeDrawnCSV(path string, rows []drawn) error {
	lines := []string{strings.Join(drawnNames, ",")}
	for _, row := range rows {
		cells := row.cells()
		cells[2] = `"` + cells[2] + `"`
		lines = append(lines, strings.Join(cells, ","))
	}
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600)
}

func writeDrawnARFF(path string, rows []drawn) error {
	lines := []string{"@relation rows", "@attribute size numeric", "@attribute count integer", "@attribute kind string", "@attribute open {TRUE,False}", "@attribute sold date 'yyyy-MM-dd HH:mm:ss'", "@attribute zip numeric", "@attribute class {u,v}", "@data"}
	for _, row := range rows {
		cells := row.cells()
		for c, cell := range cells {
			if cells[c] = "'" + cell + "'"; cell == "" {
				cells[c] = "?"
			}
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600)
}

func writeDrawnJSON(path string, rows []drawn) error {
	var text strings.Builder
	for _, row := range rows {
		var sold *string
		if row.Sold != nil {
			iso := row.Sold.Format(time.RFC3339Nano)
			sold = &iso
		}
		line, err := json.Marshal(struct {
			Size  *float64 `json:"size"`
			Count *int64   `json:"count"`
			Kind  *string  `json:"kind"`
			Open  *bool    `json:"open"`
			Sold  *string  `json:"sold"`
			Zip   string   `json:"zip"`
			Class string   `json:"class"`
		}{row.Size, row.Count, row.Kind, row.Open, sold, row.Zip, row.Class})
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	return os.WriteFile(path, []byte(text.String()), 0o600)
}

func writeDrawnXLSX(path string, rows []drawn) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;")
	sheet := `<worksheet><sheetData><row>`
	for _, name := range drawnNames {
		sheet += `<c t="inlineStr"><is><t>` + name + `</t></is></c>`
	}
	sheet += `</row>`
	for i, row := range rows {
		sheet += fmt.Sprintf(`<row r="%d">`, i+2)
		for c, cell := range row.cells() {
			place := fmt.Sprintf(`r="%c%d"`, 'A'+c, i+2)
			switch {
			case cell == "":
			case c == 3:
				sheet += fmt.Sprintf(`<c %s t="b"><v>%d</v></c>`, place, map[bool]int{true: 1}[*row.Open])
			case c == 4:
				sheet += fmt.Sprintf(`<c %s s="1"><v>%.11f</v></c>`, place, float64(row.Sold.UnixMilli())/864e5+25569)
			case c < 2:
				sheet += fmt.Sprintf(`<c %s><v>%s</v></c>`, place, cell)
			default:
				sheet += fmt.Sprintf(`<c %s t="inlineStr"><is><t>%s</t></is></c>`, place, escape.Replace(cell))
			}
		}
		sheet += `</row>`
	}
	w := zip.NewWriter(file)
	for name, text := range map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Type="x/styles" Target="styles.xml"/></Relationships>`,
		"xl/styles.xml":              `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml":   sheet + `</sheetData></worksheet>`,
	} {
		member, err := w.Create(name)
		if err != nil {
			return err
		}
		if _, err := member.Write([]byte(text)); err != nil {
			return err
		}
	}
	return w.Close()
}

func writeDrawnSQLite(path string, rows []drawn) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE rows (size REAL, count INTEGER, kind TEXT, open BOOLEAN, sold TIMESTAMP, zip TEXT, class TEXT)"); err != nil {
		return err
	}
	for _, row := range rows {
		if _, err := db.Exec("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", row.Size, row.Count, row.Kind, row.Open, row.Sold, row.Zip, row.Class); err != nil {
			return err
		}
	}
	return nil
}

func writeDrawnArrow(path string, rows []drawn) error {
	fields := []arrow.Field{
		{Name: "size", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "count", Type: arrow.PrimitiveTypes.Int64, Nullable: true}, {Name: "kind", Type: arrow.BinaryTypes.String, Nullable: true},
		{Name: "open", Type: arrow.FixedWidthTypes.Boolean, Nullable: true}, {Name: "sold", Type: arrow.FixedWidthTypes.Timestamp_ms, Nullable: true}, {Name: "zip", Type: arrow.BinaryTypes.String}, {Name: "class", Type: arrow.BinaryTypes.String},
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
	for _, row := range rows {
		var sold *arrow.Timestamp
		if row.Sold != nil {
			ms := arrow.Timestamp(row.Sold.UnixMilli())
			sold = &ms
		}
		appendOr(b.Field(0).(*array.Float64Builder), row.Size)
		appendOr(b.Field(1).(*array.Int64Builder), row.Count)
		appendOr(b.Field(2).(*array.StringBuilder), row.Kind)
		appendOr(b.Field(3).(*array.BooleanBuilder), row.Open)
		appendOr(b.Field(4).(*array.TimestampBuilder), sold)
		b.Field(5).(*array.StringBuilder).Append(row.Zip)
		b.Field(6).(*array.StringBuilder).Append(row.Class)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w, err := ipc.NewFileWriter(file, ipc.WithSchema(b.Schema()))
	if err != nil {
		return err
	}
	if err := w.Write(b.NewRecordBatch()); err != nil {
		return err
	}
	return w.Close()
}

// appendOr appends a value, or a null.
func appendOr[T any](b interface {
	Append(T)
	AppendNull()
}, v *T) {
	if v == nil {
		b.AppendNull()
		return
	}
	b.Append(*v)
}
