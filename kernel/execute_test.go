package kernel_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

func TestReplyQuotesTheRequest(t *testing.T) {
	c := start(t)
	header := json.RawMessage(`{"msg_id":"m1", "msg_type":"execute_request","session":"theirs","colour":{"x":[1, 2]}}`)
	if err := c.Shell.Send(wire.Message{Verbatim: header, Content: json.RawMessage(`{"code":"echo 1"}`)}); err != nil {
		t.Fatal(err)
	}
	run := c.Finish(wire.Message{Header: wire.Header{ID: "m1"}})
	for _, m := range append(run.Published, run.Reply) {
		if string(m.Parent) != string(header) {
			t.Errorf("%s: parent is %s, want %s", m.Header.Type, m.Parent, header)
		}
		if m.Header.Session == "theirs" || m.Header.Session == "" {
			t.Errorf("%s: session is %q, want the kernel's own", m.Header.Type, m.Header.Session)
		}
		if m.Header.Version != "5.5" {
			t.Errorf("%s: version is %q", m.Header.Type, m.Header.Version)
		}
	}
}

func TestErrorIsTheSameEverywhere(t *testing.T) {
	run := start(t).Run("fail of it")
	reply := kerneltest.Content(run.Reply)
	published := kerneltest.Content(run.Published[2])
	for _, field := range []string{"ename", "evalue", "traceback"} {
		if got, want := fmt.Sprint(published[field]), fmt.Sprint(reply[field]); got != want || want == "" {
			t.Errorf("%s: published %q, replied %q", field, got, want)
		}
	}
}

func TestFailureAbortsWhatWaits(t *testing.T) {
	t.Parallel()
	c := start(t)
	first := c.Send(c.Shell, "execute_request", map[string]any{"code": "fail"})
	second := c.Send(c.Shell, "execute_request", map[string]any{"code": "echo 2"})
	question := c.Send(c.Shell, "is_complete_request", map[string]any{"code": "echo 2"})
	third := c.Send(c.Shell, "execute_request", map[string]any{"code": "echo 3"})

	c.Finish(first)
	aborted := lines("status busy", "status idle", "execute_reply aborted <nil>")
	if got := c.Finish(second).String(); got != aborted {
		t.Errorf("second cell:\n%s\nwant\n%s", got, aborted)
	}
	if got := kerneltest.Content(c.Reply(c.Shell, question))["status"]; got != "complete" {
		t.Errorf("the question between the cells got %v", got)
	}
	if got := c.Finish(third).String(); got != aborted {
		t.Errorf("third cell:\n%s\nwant\n%s", got, aborted)
	}
	if got := c.Run("echo 4").String(); !strings.HasSuffix(got, "execute_reply ok 2") {
		t.Errorf("a cell sent after the failure:\n%s", got)
	}
}

// A cell that was under way when the failure was told is aborted too, however
// late it comes, and whatever the clock of its front end shows.
func TestFailureAbortsWhatIsUnderWay(t *testing.T) {
	const aborted, runs = "execute_reply aborted <nil>", "execute_reply ok 2"
	for _, test := range []struct {
		name, failed, later string // dates, as front ends write them
		session             string // that of the later cell; the same if empty
		want                string
	}{
		{name: "a page in its time", failed: "2026-11-22T10:00:00.000Z", later: "2026-11-22T10:00:00.007Z", want: aborted},
		{name: "in the same millisecond", failed: "2026-11-22T10:00:00.000Z", later: "2026-11-22T10:00:00.000Z", want: aborted},
		{name: "in a new hour", failed: "2026-11-22T09:59:59.995Z", later: "2026-11-22T10:00:00.040Z", want: aborted},
		{name: "a clock far behind", failed: "1971-01-01T00:00:00.900Z", later: "1971-01-01T00:00:00.950Z", want: aborted},
		{name: "a clock far ahead", failed: "2170-01-01T00:00:00.900Z", later: "2170-01-01T00:00:00.950Z", want: aborted},
		{name: "another zone", failed: "2026-11-22T10:00:00.000000+00:00", later: "2026-11-22T15:30:00.050000+05:30", want: aborted},
		{name: "no zone", failed: "2026-11-22T10:00:00.000000", later: "2026-11-22T10:00:00.050000", want: aborted},
		{name: "by who has seen it", failed: "2026-11-22T10:00:00.000Z", later: "2026-11-22T10:01:40.000Z", want: runs},
		{name: "a clock set back", failed: "2026-11-22T10:00:00.000Z", later: "2026-11-22T09:00:00.050Z", want: runs},
		{name: "another front end", failed: "2026-11-22T10:00:00.000Z", later: "2026-11-22T10:00:00.007Z", session: "another", want: runs},
		{name: "no date", failed: "2026-11-22T10:00:00.000Z", later: "", want: runs},
		{name: "no date of the failing", failed: "", later: "2026-11-22T10:00:00.007Z", want: runs},
		{name: "no dates", failed: "", later: "", want: runs},
		{name: "not a date", failed: "yesterday", later: "yesterday", want: runs},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := start(t)
			if got := kerneltest.Line(dated(c, "page", "fail x", test.failed).Reply); got != "execute_reply error 1 ToyFailure: x" {
				t.Fatal(got)
			}
			later := dated(c, cmp.Or(test.session, "page"), "echo 2", test.later)
			if got := kerneltest.Line(later.Reply); got != test.want {
				t.Errorf("the later cell: %s, want %s", got, test.want)
			}
			if test.want == aborted && later.Kinds() != "status" {
				t.Errorf("an aborted cell publishes %s", later.Kinds())
			}
			if got := kerneltest.Content(c.Run("echo 3").Reply)["status"]; got != "ok" {
				t.Errorf("a cell of now: %v", got)
			}
		})
	}
}

// dated runs a cell of a front end that claims to send it at a time.
func dated(c *kerneltest.Client, session, code, date string) kerneltest.Transcript {
	header := wire.NewHeader(session, "execute_request")
	header.Date = date
	return c.Finish(c.SendAs(c.Shell, header, map[string]any{"code": code}))
}

// A page that is slow to send is not done with it when the failure is told.
func TestFailureAbortsWhatASlowPageGoesOnToSend(t *testing.T) {
	c := start(t)
	for _, each := range []struct{ code, date, want string }{
		{"fail x", "10:00:00.000", "execute_reply error 1 ToyFailure: x"},
		{"echo 2", "10:00:00.140", "execute_reply aborted <nil>"},
		{"echo 3", "10:00:00.590", "execute_reply aborted <nil>"},
		{"echo 4", "10:00:01.080", "execute_reply aborted <nil>"},
		{"echo 5", "10:00:01.850", "execute_reply ok 2"},
		{"echo 6", "10:00:01.851", "execute_reply ok 3"},
	} {
		if got := kerneltest.Line(dated(c, "page", each.code, "2026-11-22T"+each.date+"Z").Reply); got != each.want {
			t.Errorf("%s: %s, want %s", each.code, got, each.want)
		}
	}
}

func TestFailureMayLetTheOthersRun(t *testing.T) {
	c := start(t)
	first := c.Send(c.Shell, "execute_request", map[string]any{"code": "fail", "stop_on_error": false})
	second := c.Send(c.Shell, "execute_request", map[string]any{"code": "echo 2"})
	c.Finish(first)
	if got := kerneltest.Line(c.Finish(second).Reply); got != "execute_reply ok 2" {
		t.Error(got)
	}
}

func TestSilent(t *testing.T) {
	c := start(t)
	c.Run("echo 1")
	for code, reply := range map[string]string{
		"print a\ndisplay - b\necho c": "execute_reply ok 1",
		"":                             "execute_reply ok 1",
		"fail x":                       "execute_reply error 1 ToyFailure: x",
	} {
		want := lines("status busy", "status idle", reply)
		run := c.Execute(map[string]any{"code": code, "silent": true, "store_history": true})
		if got := run.String(); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", code, got, want)
		}
	}
	if got := kerneltest.Line(c.Run("echo 2").Reply); got != "execute_reply ok 2" {
		t.Errorf("the next cell: %s", got)
	}
}

func TestNotStored(t *testing.T) {
	c := start(t)
	run := c.Execute(map[string]any{"code": "echo 1", "store_history": false})
	want := lines("status busy", `execute_input 0 "echo 1"`, `execute_result 0 "1"`, "status idle", "execute_reply ok 0")
	if got := run.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUserExpressions(t *testing.T) {
	run := start(t).Execute(map[string]any{
		"code": "print a", "user_expressions": map[string]string{"good": "print b\necho 5", "bad": "fail x"},
	})
	if got := run.Text("stdout"); got != "a\n" {
		t.Errorf("printed %q", got)
	}
	got := fmt.Sprint(kerneltest.Content(run.Reply)["user_expressions"])
	for _, want := range []string{
		"good:map[data:map[text/plain:5] metadata:map[] status:ok]", "bad:map[ename:ToyFailure evalue:x status:error",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}

func TestPrintedTextIsGathered(t *testing.T) {
	const n = 100_000
	run := start(t).Run(fmt.Sprintf("repeat %d abcdefgh", n))
	if got, want := run.Text("stdout"), strings.Repeat("abcdefgh\n", n); got != want {
		t.Errorf("%d bytes arrived of %d", len(got), len(want))
	}
	if got := len(run.Published); got > n/100 {
		t.Errorf("%d lines came as %d messages", n, got)
	}
}

func TestStreamsKeepTheirOrder(t *testing.T) {
	run := start(t).Run("print a\nwarn b\nprint c\nwarn d")
	want := lines("status busy", `execute_input 1 "print a\nwarn b\nprint c\nwarn d"`,
		`stdout "a\n"`, `stderr "b\n"`, `stdout "c\n"`, `stderr "d\n"`, "status idle", "execute_reply ok 1")
	if got := run.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Text printed after its cell belongs to the cell at work, or nbclient drops it.
func TestLateTextGoesToTheCellAtWork(t *testing.T) {
	c := start(t)
	first := c.Run("hold tardy")
	second := c.Run("release")
	if got := second.Text("stdout"); got != "tardy\n" {
		t.Errorf("the second cell shows %q", got)
	}
	third := c.Run("later 300 alone")
	late := c.Published()
	if kerneltest.Line(late) != `stdout "alone\n"` || kerneltest.ParentID(late) != third.Request.Header.ID {
		t.Errorf("between cells came %s for %q", kerneltest.Line(late), kerneltest.ParentID(late))
	}
	if first.Text("stdout") != "" {
		t.Errorf("the first cell shows %q", first.Text("stdout"))
	}
}

// TestTextBetweenCellsWaits runs cells one right after another, as nbconvert
// does, while text comes just after the first has ended.
func TestTextBetweenCellsWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits between cells")
	}
	c := start(t)
	for range 5 {
		c.Run("later 1 between")
		time.Sleep(10 * time.Millisecond)
		if got := c.Run("sleep 30").Text("stdout"); got != "between\n" {
			t.Errorf("the second cell shows %q", got)
		}
		time.Sleep(500 * time.Millisecond) // nothing waits any more
	}
}

func TestLateSubscriber(t *testing.T) {
	at := startAt(t)
	early := kerneltest.Connect(t, at)
	early.Run("echo 1")
	late := kerneltest.Connect(t, at)
	want := lines("status busy", `execute_input 2 "echo 2"`, `execute_result 2 "2"`, "status idle", "execute_reply ok 2")
	if got := late.Run("echo 2").String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestProgressLeavesNoTrace(t *testing.T) {
	for _, test := range []struct {
		name, code string
		want       []string
	}{
		{"alone", "work 900", []string{}},
		{"before a result", "work 900\necho 7", []string{"7"}},
		{"before a failure", "work 900\nfail x", []string{"ToyFailure"}},
		{"amid output", "print a\ndisplay d 1\nwork 900\ndisplay d 2\nwarn b\necho 7", []string{"a\n", "2", "b\n", "7"}},
		{"twice", "work 700\nprint a\nwork 700", []string{"a\n"}},
		{"cleared by the cell", "work 700\nclear\nprint a", []string{"a\n"}},
		{"cleared with wait and nothing after", "work 700\nclear wait", []string{}},
		{"cleared with wait", "print a\nclear wait\nwork 900\nprint b", []string{"b\n"}},
	} {
		if testing.Short() && test.name != "amid output" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			run := start(t).Run(test.code)
			if !strings.Contains(run.String(), `display_data "toy`) {
				t.Errorf("no bar was shown:\n%s", run)
			}
			if got := run.Final(); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("the notebook keeps %q, want %q, of\n%s", got, test.want, run)
			}
		})
	}
}

// TestPicturesOfWorkLeaveNoTrace: they come below the bar, each in the place of the
// one before, and go with it.
func TestPicturesOfWorkLeaveNoTrace(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits for pictures")
	}
	run := start(t).Run("print a\nrefine 1500")
	for _, want := range []string{`display_data "picture`, `update_display_data "picture`} {
		if !strings.Contains(run.String(), want) {
			t.Errorf("there is no %s in\n%s", want, run)
		}
	}
	if n := strings.Count(run.String(), "\ndisplay_data \"picture"); n != 1 {
		t.Errorf("%d pictures stand below one another:\n%s", n, run)
	}
	if got, want := fmt.Sprint(run.Final()), "[a\n done]"; got != want {
		t.Errorf("the notebook keeps %q, want %q, of\n%s", got, want, run)
	}
}

func TestShortWorkShowsNoBar(t *testing.T) {
	c := start(t)
	for range 20 {
		began := time.Now()
		run := c.Run("work 60")
		if time.Since(began) > 400*time.Millisecond {
			continue // it was not short on this machine, which is busy
		}
		if got, want := run.Kinds(), "status execute_input status"; got != want {
			t.Errorf("published %s, want %s", got, want)
		}
		return
	}
	t.Skip("this machine is too busy for short work")
}

func TestBarTooLateToBeRemovedIsBlanked(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits for bars")
	}
	t.Parallel()
	run := start(t).Run("repeat 300000 abcdefgh\nwork 800")
	if got := run.Final(); len(got) != 2 || got[1] != "" {
		t.Errorf("%d outputs are left, want the text and a blank", len(got))
	}
}

// A cell's outputs must be on their way before its reply is.
func TestReplyComesAfterTheOutputs(t *testing.T) {
	c := start(t)
	request := c.Send(c.Shell, "execute_request", map[string]any{"code": "print a\nprint b"})
	c.Reply(c.Shell, request)
	idle := time.After(10 * time.Second)
	for seen := ""; seen != "a\nb\n"; {
		select {
		case m := <-c.IOPub.Messages():
			if m.Header.Type == "stream" {
				seen += kerneltest.Content(m)["text"].(string)
			}
			if kerneltest.Line(m) == "status idle" {
				t.Fatalf("idle came after %q", seen)
			}
		case <-idle:
			t.Fatalf("only %q came", seen)
		}
	}
}
