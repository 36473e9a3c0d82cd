package check

import (
	"go/constant"
	"go/token"
	"go/types"
)

// literal returns the value of a Go expression that needs no names to be
// known: 7, -1e-3, 2*3, "text".
func literal(expression string) (any, bool) {
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, expression)
	if err != nil || tv.Value == nil {
		return nil, false
	}
	basic, ok := tv.Type.Underlying().(*types.Basic)
	if !ok {
		return nil, false
	}
	switch info := basic.Info(); {
	case info&types.IsString != 0:
		return constant.StringVal(tv.Value), true
	case info&types.IsBoolean != 0:
		return constant.BoolVal(tv.Value), true
	case info&types.IsInteger != 0:
		if i, exact := constant.Int64Val(constant.ToInt(tv.Value)); exact {
			return int(i), true
		}
		fallthrough
	case info&types.IsFloat != 0:
		f, _ := constant.Float64Val(constant.ToFloat(tv.Value))
		return f, true
	}
	return nil, false
}
