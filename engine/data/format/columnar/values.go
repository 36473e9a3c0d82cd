package columnar

import (
	"math/big"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	kinds "github.com/parquet-go/parquet-go/format"

	"unfold/engine/internal/calendar"
)

// reader returns what hands over a value of a type of Parquet, nil where it is neither
// number nor word.
func (c *column) reader(t parquet.Type) func(row int, v parquet.Value) {
	kind := t.Kind()
	switch meant := meaning(t).(type) {
	case nil:
		return c.plain(kind)
	case *kinds.StringType, *kinds.EnumType, *kinds.JsonType:
		if kind == parquet.ByteArray {
			return c.text
		}
	case *kinds.IntType:
		return c.integer(kind, meant.IsSigned)
	case *kinds.DateType:
		if kind == parquet.Int32 {
			c.form = calendar.Date
			return func(row int, v parquet.Value) { c.to.Number(row, c.at, float64(v.Int32())) }
		}
	case *kinds.TimestampType:
		if kind == parquet.Int64 && meant.Unit.Value != nil {
			c.form = calendar.Date
			return c.moment(meant.Unit.Value.Duration())
		}
	case *kinds.TimeType:
		if meant.Unit.Value != nil {
			c.form = calendar.Clock
			return c.clock(kind, meant.Unit.Value.Duration())
		}
	case *kinds.DecimalType:
		return c.decimal(kind, int(meant.Scale))
	}
	return nil
}

// meaning is what a type says of its values beyond how they are kept.
func meaning(t parquet.Type) any {
	if logical := t.LogicalType(); logical != nil && logical.Value != nil {
		return logical.Value
	}
	return nil
}

// plain reads values that are what they are kept as. Bytes are words: older programs
// wrote them so.
func (c *column) plain(kind parquet.Kind) func(row int, v parquet.Value) {
	switch kind {
	case parquet.Boolean:
		return func(row int, v parquet.Value) { c.truth(row, v.Boolean()) }
	case parquet.Float:
		return func(row int, v parquet.Value) { c.to.Number(row, c.at, float64(v.Float())) }
	case parquet.Double:
		return func(row int, v parquet.Value) { c.to.Number(row, c.at, v.Double()) }
	case parquet.Int96:
		c.form = calendar.Date
		return c.julian
	case parquet.ByteArray:
		return c.text
	}
	return c.integer(kind, true)
}

func (c *column) integer(kind parquet.Kind, signed bool) func(row int, v parquet.Value) {
	switch {
	case kind == parquet.Int32 && signed:
		return func(row int, v parquet.Value) { c.to.Number(row, c.at, float64(v.Int32())) }
	case kind == parquet.Int32:
		return func(row int, v parquet.Value) { c.to.Number(row, c.at, float64(v.Uint32())) }
	case kind == parquet.Int64 && signed:
		return func(row int, v parquet.Value) { c.whole(row, v.Int64()) }
	case kind == parquet.Int64:
		return func(row int, v parquet.Value) { c.natural(row, v.Uint64()) }
	}
	return nil
}

func (c *column) text(row int, v parquet.Value) { c.to.Set(row, c.at, v.ByteArray()) }

// moment reads times that are counted in some unit.
func (c *column) moment(unit time.Duration) func(row int, v parquet.Value) {
	second := int64(time.Second / unit)
	return func(row int, v parquet.Value) {
		t := v.Int64()
		c.to.Number(row, c.at, calendar.Days(time.Unix(t/second, t%second*int64(unit))))
	}
}

// clock reads times of day that are counted in some unit since midnight.
func (c *column) clock(kind parquet.Kind, unit time.Duration) func(row int, v parquet.Value) {
	since := func(count int64) float64 { return calendar.Days(time.Unix(0, 0).Add(time.Duration(count) * unit)) }
	switch kind {
	case parquet.Int32:
		return func(row int, v parquet.Value) { c.to.Number(row, c.at, since(int64(v.Int32()))) }
	case parquet.Int64:
		return func(row int, v parquet.Value) { c.to.Number(row, c.at, since(v.Int64())) }
	}
	return nil
}

// julian reads times as older programs wrote them: nanoseconds of a Julian day.
func (c *column) julian(row int, v parquet.Value) {
	const epoch, day = 2440588, 24 * 60 * 60
	parts := v.Int96()
	nanoseconds := int64(parts[1])<<32 | int64(parts[0])
	c.to.Number(row, c.at, calendar.Days(time.Unix((int64(parts[2])-epoch)*day, nanoseconds)))
}

// decimal reads numbers by their digits, the last of which stand behind the point.
func (c *column) decimal(kind parquet.Kind, scale int) func(row int, v parquet.Value) {
	const most = 76 // digits that any program writes
	if scale < 0 || scale > most {
		return nil
	}
	unscaled := map[parquet.Kind]func(v parquet.Value) *big.Int{
		parquet.Int32:             func(v parquet.Value) *big.Int { return big.NewInt(int64(v.Int32())) },
		parquet.Int64:             func(v parquet.Value) *big.Int { return big.NewInt(v.Int64()) },
		parquet.ByteArray:         func(v parquet.Value) *big.Int { return signed(v.ByteArray()) },
		parquet.FixedLenByteArray: func(v parquet.Value) *big.Int { return signed(v.ByteArray()) },
	}[kind]
	if unscaled == nil {
		return nil
	}
	return func(row int, v parquet.Value) { c.to.Set(row, c.at, digits(unscaled(v), scale)) }
}

// signed reads a number in two's complement, the highest byte first.
func signed(b []byte) *big.Int {
	v := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return v
}

// digits writes v / 10^scale.
func digits(v *big.Int, scale int) []byte {
	sign, text := "", v.String()
	if v.Sign() < 0 {
		sign, text = "-", text[1:]
	}
	if scale == 0 {
		return []byte(sign + text)
	}
	text = strings.Repeat("0", max(0, scale+1-len(text))) + text
	point := len(text) - scale
	return []byte(sign + text[:point] + "." + text[point:])
}
