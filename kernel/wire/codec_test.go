package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// frames makes frames of strings.
func frames(texts ...string) [][]byte {
	var f [][]byte
	for _, t := range texts {
		f = append(f, []byte(t))
	}
	return f
}

const header = `{"msg_id":"1","msg_type":"t","more":[1, 2]}`

// The signature was computed with Python: hmac.new(b"key", digestmod="sha256")
// updated with the four dictionaries.
var signed = frames("a", "b", "<IDS|MSG>",
	"73318ef8c677f43f90fe58ed70ea296c6633baba628a0a665c1feaf95446675d",
	header, "{}", `{"m":1}`, `{"c":"ü"}`, "\x00\xff", "")

func TestDecode(t *testing.T) {
	m, err := NewCodec("key").Decode(signed)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Identities) != 2 || string(m.Identities[1]) != "b" {
		t.Errorf("identities: %q", m.Identities)
	}
	if m.Header.ID != "1" || m.Header.Type != "t" || string(m.Verbatim) != header {
		t.Errorf("header: %+v, %s", m.Header, m.Verbatim)
	}
	if string(m.Parent) != "{}" || string(m.Metadata) != `{"m":1}` || string(m.Content) != `{"c":"ü"}` {
		t.Errorf("dictionaries: %s %s %s", m.Parent, m.Metadata, m.Content)
	}
	if len(m.Buffers) != 2 || string(m.Buffers[0]) != "\x00\xff" {
		t.Errorf("buffers: %q", m.Buffers)
	}
	again, err := NewCodec("key").Encode(m)
	if err != nil || !slices.EqualFunc(again, signed, bytes.Equal) {
		t.Errorf("encoded again: %q, %v", again, err)
	}
}

func TestDecodeRefuses(t *testing.T) {
	body := func(texts ...string) [][]byte { return frames(append([]string{"<IDS|MSG>", ""}, texts...)...) }
	for name, test := range map[string]struct {
		key    string
		frames [][]byte
		want   error
	}{
		"nothing":              {"", nil, ErrDelimiter},
		"no delimiter":         {"", frames("a", "b", header, "{}", "{}", "{}"), ErrDelimiter},
		"four frames":          {"", body(header, "{}", "{}"), ErrShort},
		"no signature":         {"key", body(header, "{}", "{}", "{}"), ErrSignature},
		"another key":          {"kez", signed, ErrSignature},
		"header is no JSON":    {"", body("{", "{}", "{}", "{}"), ErrJSON},
		"content is a list":    {"", body(header, "{}", "{}", "[]"), ErrJSON},
		"parent is null":       {"", body(header, "null", "{}", "{}"), ErrJSON},
		"metadata is empty":    {"", body(header, "{}", "", "{}"), ErrJSON},
		"no msg_id":            {"", body(`{"msg_type":"t"}`, "{}", "{}", "{}"), ErrHeader},
		"no msg_type":          {"", body(`{"msg_id":"1"}`, "{}", "{}", "{}"), ErrHeader},
		"msg_type is a number": {"", body(`{"msg_id":"1","msg_type":2}`, "{}", "{}", "{}"), ErrHeader},
	} {
		if _, err := NewCodec(test.key).Decode(test.frames); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

func TestEveryBitIsSigned(t *testing.T) {
	for i := 3; i < 8; i++ { // the signature and the dictionaries
		for j := range signed[i] {
			tampered := slices.Clone(signed)
			tampered[i] = slices.Clone(signed[i])
			tampered[i][j] ^= 1
			if _, err := NewCodec("key").Decode(tampered); !errors.Is(err, ErrSignature) {
				t.Fatalf("frame %d, byte %d changed: %v", i, j, err)
			}
		}
	}
}

func TestMistypedHeaderFieldsAreLeftEmpty(t *testing.T) {
	odd := `{"msg_id":"1","msg_type":"t","session":5,"date":{},"version":[]}`
	m, err := Codec{}.Decode(frames("<IDS|MSG>", "", odd, "{}", "{}", "{}"))
	if err != nil || m.Header != (Header{ID: "1", Type: "t"}) {
		t.Errorf("%+v, %v", m.Header, err)
	}
}

func TestSubshell(t *testing.T) {
	for text, want := range map[string]string{
		`{"msg_id":"1","msg_type":"t","subshell_id":"x"}`:  "x",
		`{"msg_id":"1","msg_type":"t","subshell_id":null}`: "",
		`{"msg_id":"1","msg_type":"t"}`:                    "",
	} {
		m, err := Codec{}.Decode(frames("<IDS|MSG>", "", text, "{}", "{}", "{}"))
		if err != nil || m.Header.Subshell != want {
			t.Errorf("%s: %q, %v", text, m.Header.Subshell, err)
		}
	}
	if text, err := json.Marshal(NewHeader("s", "t")); err != nil || bytes.Contains(text, []byte("subshell")) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestReply(t *testing.T) {
	m, err := NewCodec("key").Decode(signed)
	if err != nil {
		t.Fatal(err)
	}
	reply := m.Reply(NewHeader("s", "t_reply"), json.RawMessage(`{"x":1}`))
	f, err := NewCodec("").Encode(reply)
	if err != nil {
		t.Fatal(err)
	}
	got, err := NewCodec("").Decode(f)
	if err != nil || string(got.Parent) != header || len(got.Identities) != 2 || got.Header != reply.Header {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzDecode cuts its input into frames at a mark. Whatever decodes must
// encode to the same frames, signature apart.
func FuzzDecode(f *testing.F) {
	mark := []byte("\n--\n")
	f.Add(bytes.Join(signed, mark), "key")
	f.Add(bytes.Join(signed, mark), "")
	f.Add(bytes.Join(frames("<IDS|MSG>", "", header, "{}", "{}", "{}"), mark), "")
	f.Fuzz(func(t *testing.T, text []byte, key string) {
		codec := NewCodec(key)
		in := bytes.Split(text, mark)
		m, err := codec.Decode(in)
		if err != nil {
			return
		}
		out, err := codec.Encode(m)
		if err != nil {
			t.Fatalf("decoded but not encoded: %v", err)
		}
		cut := len(m.Identities) + 1
		if key == "" {
			in[cut] = nil // anything passes for a signature
		}
		if !slices.EqualFunc(in, out, bytes.Equal) {
			t.Errorf("decoded %q, encoded %q", in, out)
		}
	})
}
