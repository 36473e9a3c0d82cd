package machine

import "strings"

// A Kind is what an operation does, as far as it may fail.
type Kind uint8

const (
	Call Kind = iota + 1
	Index
	Slice
	Selector
	Star
	Quotient  // also a shift or a comparison
	Assertion // of a type
	Message   // a send or a receive
)

// Kind is what a step does.
func (s Step) Kind() Kind {
	begins := func(prefixes ...string) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(s.name, p) {
				return true
			}
		}
		return false
	}
	switch {
	case begins("quo", "rem", "sh"):
		return Quotient
	case begins("getIndexArray", "getIndexMap"), assigns(s.name):
		return Index
	case begins("get"):
		return Selector
	case begins("slice"):
		return Slice
	case begins("typeAssert"):
		return Assertion
	case s.name == "deref":
		return Star
	case begins("recv"), s.name == "send":
		return Message
	}
	return Call
}
