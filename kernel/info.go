package kernel

import "unfold/kernel/wire"

// empty is the content of requests that ask nothing further.
type empty struct{}

type infoReply struct {
	status
	Protocol  string       `json:"protocol_version"`
	Name      string       `json:"implementation"`
	Version   string       `json:"implementation_version"`
	Language  LanguageInfo `json:"language_info"`
	Banner    string       `json:"banner"`
	Debugger  bool         `json:"debugger"`
	HelpLinks []HelpLink   `json:"help_links"`
	Features  []string     `json:"supported_features"`
}

// features are the parts of the protocol that kernels may do without and this
// one has.
var features = []string{"kernel subshells"}

// kernelInfo answers what the kernel is. It reads nothing that changes, so
// control may ask at any time.
func (k *kernel) kernelInfo(empty) (infoReply, error) {
	links := k.info.HelpLinks
	if links == nil {
		links = []HelpLink{}
	}
	return infoReply{
		status:    ok,
		Protocol:  wire.Version,
		Name:      k.info.Name,
		Version:   k.info.Version,
		Language:  k.info.Language,
		Banner:    k.info.Banner,
		HelpLinks: links,
		Features:  features,
	}, nil
}

type connectReply struct {
	status
	Shell     int `json:"shell_port"`
	IOPub     int `json:"iopub_port"`
	Stdin     int `json:"stdin_port"`
	Control   int `json:"control_port"`
	Heartbeat int `json:"hb_port"`
}

func (k *kernel) connect(empty) (connectReply, error) {
	at := k.server.Connection()
	return connectReply{ok, at.Shell, at.IOPub, at.Stdin, at.Control, at.Heartbeat}, nil
}
