package machine

import "reflect"

// kept puts what is received from a channel into the variable it is for. Yaegi
// puts it in the place of the variable, as something that nothing can be
// assigned to, and that pointers to the variable do not see. The variable of a
// := is made anew.
func kept(_ *Machine, n *node, made step) step {
	fresh := n.anc.is("defineStmt")
	return func(f *frame) step {
		place := &frameAt(f, n.level).data[n.findex]
		variable := *place
		next := made(f)
		got := *place
		switch {
		case !got.IsValid() || got.CanSet():
			return next
		case fresh || !variable.CanSet() || !got.Type().AssignableTo(variable.Type()):
			variable = reflect.New(got.Type()).Elem()
		}
		variable.Set(got)
		*place = variable
		return next
	}
}
