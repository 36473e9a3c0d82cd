package std

import (
	"bufio"
	"encoding"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
)

// Printed are the interfaces that printing looks for.
var Printed = []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[fmt.Stringer]()}

// Asked lists, by import path and name, what compiled code asks of a value
// beyond what its type says. Under a function stand the interfaces that it
// looks for behind any; under the wrapper of an interface, wrappers with more
// methods, the richest first.
func Asked(path string) map[string][]reflect.Type {
	m := map[string][]reflect.Type{}
	ask := func(types []reflect.Type, names ...string) {
		for _, name := range names {
			m[name] = types
		}
	}
	text, parse := reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()
	switch path {
	case "fmt":
		ask(Printed, "Errorf", "Append", "Appendf", "Appendln", "Fprint", "Fprintf", "Fprintln",
			"Print", "Printf", "Println", "Sprint", "Sprintf", "Sprintln")
		ask([]reflect.Type{reflect.TypeFor[fmt.Scanner]()}, "Scan", "Scanf", "Scanln", "Sscan", "Sscanf", "Sscanln", "Fscan", "Fscanf", "Fscanln")
	case "log":
		ask(Printed, "Print", "Printf", "Println", "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln")
	case "encoding/json":
		ask([]reflect.Type{reflect.TypeFor[json.Marshaler](), text}, "Marshal", "MarshalIndent")
		ask([]reflect.Type{reflect.TypeFor[json.Unmarshaler](), parse}, "Unmarshal")
	case "encoding/xml":
		ask([]reflect.Type{reflect.TypeFor[xml.Marshaler](), text}, "Marshal", "MarshalIndent")
		ask([]reflect.Type{reflect.TypeFor[xml.Unmarshaler](), parse}, "Unmarshal")
	case "io":
		ask([]reflect.Type{reflect.TypeFor[readerWriterTo]()}, "_Reader")
		ask([]reflect.Type{reflect.TypeFor[writerReaderFrom]()}, "_Writer")
	case "net/http":
		ask([]reflect.Type{reflect.TypeFor[responseHijacker](), reflect.TypeFor[responseFlusher]()}, "_ResponseWriter")
	}
	return m
}

// io.Copy asks a reader whether it can write itself.
type readerWriterTo struct {
	IValue   any
	WRead    func([]byte) (int, error)
	WWriteTo func(io.Writer) (int64, error)
}

func (w readerWriterTo) Read(p []byte) (int, error)          { return w.WRead(p) }
func (w readerWriterTo) WriteTo(to io.Writer) (int64, error) { return w.WWriteTo(to) }

// It asks a writer whether it can read by itself.
type writerReaderFrom struct {
	IValue    any
	WWrite    func([]byte) (int, error)
	WReadFrom func(io.Reader) (int64, error)
}

func (w writerReaderFrom) Write(p []byte) (int, error)            { return w.WWrite(p) }
func (w writerReaderFrom) ReadFrom(from io.Reader) (int64, error) { return w.WReadFrom(from) }

// A server asks a response whether its connection can be taken over, or what
// it holds back be sent.
type responseHijacker struct {
	IValue       any
	WHeader      func() http.Header
	WWrite       func([]byte) (int, error)
	WWriteHeader func(int)
	WHijack      func() (net.Conn, *bufio.ReadWriter, error)
}

func (w responseHijacker) Header() http.Header                          { return w.WHeader() }
func (w responseHijacker) Write(p []byte) (int, error)                  { return w.WWrite(p) }
func (w responseHijacker) WriteHeader(code int)                         { w.WWriteHeader(code) }
func (w responseHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) { return w.WHijack() }

type responseFlusher struct {
	IValue       any
	WHeader      func() http.Header
	WWrite       func([]byte) (int, error)
	WWriteHeader func(int)
	WFlush       func()
}

func (w responseFlusher) Header() http.Header         { return w.WHeader() }
func (w responseFlusher) Write(p []byte) (int, error) { return w.WWrite(p) }
func (w responseFlusher) WriteHeader(code int)        { w.WWriteHeader(code) }
func (w responseFlusher) Flush()                      { w.WFlush() }
