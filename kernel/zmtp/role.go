package zmtp

// A Type is the type of a socket.
type Type string

// The types of sockets that are spoken here.
const (
	TypeRouter Type = "ROUTER"
	TypeDealer Type = "DEALER"
	TypeXPub   Type = "XPUB"
	TypeSub    Type = "SUB"
	TypeRep    Type = "REP"
	TypeReq    Type = "REQ"
)

// partners says which types each type talks to.
var partners = map[Type][]Type{
	TypeRouter: {TypeDealer, TypeReq, TypeRouter},
	TypeDealer: {TypeRouter, TypeRep, TypeDealer},
	TypeXPub:   {TypeSub, "XSUB"},
	TypeSub:    {TypeXPub, "PUB"},
	TypeRep:    {TypeReq, TypeDealer},
	TypeReq:    {TypeRep, TypeRouter},
}

// A role is what one end of a link is.
type role struct {
	kind     Type
	identity string // "" for none
	limit    int    // bytes of a message that may come
	budget   int    // bytes that may wait to leave
	pool     *pool  // of memory for what comes
	secure   func() mechanism
}
