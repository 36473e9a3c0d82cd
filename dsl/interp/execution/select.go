package execution

import "reflect"

// choose is select over cases of three values: whether it sends, its channel,
// what it sends. Without wait there is a default, of number -1.
func (rr *Runner) choose(wait bool, args ...any) (chosen int, value any, ok bool) {
	cases := make([]reflect.SelectCase, 0, len(args)/3+1)
	for i := 0; i < len(args); i += 3 {
		c := reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(args[i+1])}
		if args[i].(bool) {
			c.Dir = reflect.SelectSend
			c.Send = reflect.New(c.Chan.Type().Elem()).Elem()
			if args[i+2] != nil {
				c.Send.Set(reflect.ValueOf(args[i+2]))
			}
		}
		cases = append(cases, c)
	}
	own := len(cases)
	if wait {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(rr.stopper.done)})
		if r := rr.runs.mine(); r != nil && !r.ended.Load() {
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(r.ctx.Done())})
		}
	} else {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	for {
		n, v, ok := reflect.Select(cases)
		switch {
		case n >= own && !wait:
			return -1, nil, false
		case n >= own:
			rr.stop() // or else another cell was stopped, or this one ended before
			cases = cases[:own+1]
		case v.IsValid():
			return n, v.Interface(), ok
		default:
			return n, nil, ok
		}
	}
}
