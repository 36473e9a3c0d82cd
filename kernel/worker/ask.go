package worker

// ask asks the language about a text.
func (s *server) ask(k kind, q queryBody) any {
	switch k {
	case kindComplete:
		return s.Language.Complete(q.Code, q.Cursor)
	case kindInspect:
		help, found := s.Language.Inspect(q.Code, q.Cursor, q.Detail)
		return helpBody{help, found}
	}
	indent, state := s.Language.Pending(q.Code)
	return pendingBody{indent, state}
}

// reply answers a frame, with null if the answer cannot be had.
func (s *server) reply(f frame, answer func() any) {
	var body any
	func() {
		defer func() {
			if p := recover(); p != nil {
				s.fault(p)
			}
		}()
		body = answer()
	}()
	if s.to.send(kindReply, f.id, body) != nil {
		_ = s.to.send(kindReply, f.id, nil)
	}
}
