package prototype

import (
	"slices"

	"unfold/engine/codec"
)

func init() { codec.Register[*Model]("prototypes", 1) }

// Fields tells the prototypes with their matrices, and how columns are coded.
func (m *Model) Fields(f *codec.Fields) {
	if m.coding == nil {
		m.coding = new(coding)
	}
	f.Group("coding", m.coding.fields)
	form, rank := int(m.Form), 0
	if m.shape != nil {
		rank = m.shape.rank()
	}
	f.Int("form", &form)
	f.Int("rank", &rank)
	f.Bool("local", &m.Local)
	f.Ints("classes", &m.classes)
	f.Int("usual", &m.usual)
	f.Floats("prototypes", &m.w)
	f.Floats("matrices", &m.omega)
	d := m.coding.width()
	f.Check(form >= int(Identity) && form <= int(Full) && rank > 0 && rank <= d, "form %d of rank %d", form, rank)
	codec.Indices(f, append(slices.Clip(m.classes), m.usual), f.Shape.Classes)
	if m.Form = Form(form); f.Reading() {
		m.shape = shapeOf(m.Form, rank, d)
	}
	if !f.Good() {
		return
	}
	matrices := 1
	if m.Local {
		matrices = len(m.classes)
	}
	f.Check(len(m.classes) > 0 && len(m.w) == len(m.classes)*d && m.shape.rank() == rank && len(m.omega) == matrices*m.shape.size(), "%d numbers of %d prototypes and %d of %d matrices", len(m.w), len(m.classes), len(m.omega), matrices)
}

// fields tells the coded columns. Those that do not vary have an infinite spread.
func (c *coding) fields(f *codec.Fields) {
	f.Int("given", &c.given)
	f.Check(c.given == f.Columns(), "a coding of %d columns for %d", c.given, f.Columns())
	codec.List(f, "columns", &c.columns, func(f *codec.Fields, of *coded) {
		f.Text("name", &of.name)
		f.Int("from", &of.from)
		f.Int("level", &of.level)
		f.Float("mean", &of.mean)
		f.Number("spread", &of.spread)
		codec.Indices(f, []int{of.from}, f.Columns())
		f.Check(of.level >= -1 && of.spread > 0, "level %d, spread %v", of.level, of.spread)
	})
}
