package wire

import "testing"

func TestBadMessagesAreReportedAndDropped(t *testing.T) {
	faults := make(chan error, 100)
	s, err := Listen(Loopback(), func(err error) { faults <- err })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(0)
	c := dial(t, s, "me")
	tampered, err := NewCodec("not the key").Encode(Message{Header: NewHeader("s", "t")})
	if err != nil {
		t.Fatal(err)
	}
	bad := [][][]byte{
		tampered, frames(""), frames("<IDS|MSG>"), frames("<IDS|MSG>", "", "", "", "", ""), frames("a", "b"),
	}
	for _, f := range bad {
		c.Shell.SendFrames(f...)
	}
	if m := say(t, s, c, "hello"); m.Header.Type != "hello" {
		t.Errorf("got %+v", m)
	}
	for range bad {
		if err := <-faults; err == nil {
			t.Error("a fault without an error")
		}
	}
}
