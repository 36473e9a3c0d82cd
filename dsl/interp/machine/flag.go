package machine

// checkStop looks at a flag by its address, and has the goroutine stopped if it
// is to end. Yaegi would find the variable by its number each time, in about
// the time that a short loop takes for all the rest.
func checkStop(m *Machine, n *node, made step) step {
	var up *bool
	switch n.ident {
	case stopFlag:
		up = m.flags.stop
	case backFlag:
		up = m.flags.back
	default:
		return made
	}
	next := after(n.fnext)
	return func(*frame) step {
		if *up {
			m.stopAt(n)
		}
		return next
	}
}

// stopAt has the calling goroutine stopped at a node, if it is to end.
func (m *Machine) stopAt(n *node) {
	stays := false
	defer func() {
		if !stays {
			m.Tracebacks.leave(n, "callBin")
		}
	}()
	m.Stop()
	stays = true
}
