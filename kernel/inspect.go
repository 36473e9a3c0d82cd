package kernel

type inspectRequest struct {
	Code   string `json:"code"`
	Cursor *int   `json:"cursor_pos"` // code points; the end if missing
	Detail int    `json:"detail_level"`
}

type inspectReply struct {
	status
	Found bool `json:"found"`
	displayed
}

func (k *kernel) inspect(q inspectRequest) (inspectReply, error) {
	help, found := k.lang.Inspect(q.Code, clamp(q.Cursor, q.Code), q.Detail)
	reply := inspectReply{status: ok, Found: found, displayed: bundle{}.content()}
	if !found {
		return reply, nil
	}
	reply.Data["text/plain"] = help.Text
	if help.Markdown != "" {
		reply.Data["text/markdown"] = help.Markdown
	}
	if help.HTML != "" {
		reply.Data["text/html"] = help.HTML
	}
	return reply, nil
}
