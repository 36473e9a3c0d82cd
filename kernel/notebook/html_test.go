package notebook

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestMarkdownKeepsFormulas(t *testing.T) {
	for source, want := range map[string]string{
		`the map $f_*(x) = K_* \alpha_*$ holds`: `<p>the map <code class="math">f_*(x) = K_* \alpha_*</code> holds</p>`,
		`costs $5 and $6`:                       `<p>costs $5 and $6</p>`,
		"$$\nD_{ij}\n- a < b\n$$":               `<p><code class="math display">D_{ij}` + "\n" + `- a &lt; b</code></p>`,
		`so $$x^2$$ is`:                         `<p>so <code class="math display">x^2</code> is</p>`,
		`$$x$$`:                                 `<p><code class="math display">x</code></p>`,
		"text\n$$a$$\n\ntext":                   "<p>text</p>\n" + `<p><code class="math display">a</code></p>` + "\n<p>text</p>",
		"a $b\nc$ d":                            "<p>a <code class=\"math\">b\nc</code> d</p>",
		`only $ here`:                           `<p>only $ here</p>`,
		"`$x$`":                                 `<p><code>$x$</code></p>`,
		"**bold** | $\\lambda$":                 `<p><strong>bold</strong> | <code class="math">\lambda</code></p>`,
		"<b>raw</b>":                            `<p><b>raw</b></p>`,
	} {
		got, err := markdown(source)
		if err != nil {
			t.Fatal(err)
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%q:\n%s\nwant\n%s", source, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	n, err := ReadFile("testdata/plain.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	n.Cells[1].Source = "x := load | isomap(k=7) // <tag>\n"
	n.Cells[1].Outputs = append(n.Cells[1].Outputs,
		Output{Kind: Display, Data: map[string]any{"image/png": "AAAA\nBBBB\n", "text/plain": "figure"}},
		Output{Kind: Display, Data: map[string]any{"text/plain": "\x1b[1;31ma < b\x1b[0m"}},
		Output{Kind: Display, Data: map[string]any{"text/markdown": "*m*"}},
		Output{Kind: Display, Data: map[string]any{"application/x-unknown": "secret"}})
	var b strings.Builder
	if err := n.HTML(&b, "plain.ipynb"); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"<title>Geodesics &amp; maps</title>",
		`<img src="data:image/png;base64,iVBORw0KGgo`, // the attachment
		`<span class="c-number">7</span>`, `<span class="c-comment">// &lt;tag&gt;</span>`, `<span class="count">[3]</span>`,
		`<div class="out stdout"><pre>one`, "<b>3</b>", `<div class="out error">`,
		`src="data:image/png;base64,AAAABBBB"`, `<span class="ansi-red ansi-bold">a &lt; b</span>`,
		`<details class="in" open><summary>Code <span class="count">[3]</span></summary>`, "Hide all code", "pre-wrap",
		"<em>m</em>", "prefers-color-scheme: dark", "<pre>as it is</pre>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("page lacks %s", want)
		}
	}
	for _, unwanted := range []string{"figure", "secret", "ZgotmplZ", "<h1>plain.ipynb"} {
		if strings.Contains(page, unwanted) {
			t.Errorf("page has %s", unwanted)
		}
	}
	if got := regexp.MustCompile(`(?:src|href)="(?:https?:)?//[^"]*"`).FindAllString(page, -1); got != nil {
		t.Errorf("page needs a network: %v", got)
	}
}

// TestPageWithoutHeading: the name is the heading where no cell has one.
func TestPageWithoutHeading(t *testing.T) {
	var b strings.Builder
	if err := FromCells("load | svm").HTML(&b, "a & b"); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); !strings.Contains(page, "<h1>a &amp; b</h1>") {
		t.Errorf("page has no heading: %.3000s", page)
	}
}

func TestColoured(t *testing.T) {
	for _, c := range []struct{ code, language, want string }{
		{"func f() { g(nil, 'a', `b\nc`) }", "go", "<span class=\"c-keyword\">func</span> f() { g(<span class=\"c-builtin\">nil</span>, <span class=\"c-string\">&#39;a&#39;</span>, <span class=\"c-string\">`b\nc`</span>) }"},
		{"!ls \"open", "go", "!ls <span class=\"c-string\">&#34;open</span>"},
		{`{"n": -1}`, "json", `{<span class="c-string">&#34;n&#34;</span>: -<span class="c-number">1</span>}`},
		{"if <b>", "python", "if &lt;b&gt;"},
		{"a\r\nb // c\r\n", "go", "a\r\nb <span class=\"c-comment\">// c</span>\r\n"},
	} {
		if got, want := highlighted(c.code, c.language), `<pre class="code">`+c.want+"</pre>\n"; got != want {
			t.Errorf("%s in %s is\n%s, want\n%s", c.code, c.language, got, want)
		}
	}
}

// FuzzColouredKeepsText: whatever the code, the page says it unchanged.
func FuzzColouredKeepsText(f *testing.F) {
	for _, s := range []string{"x := `a\r\nb`", "\x00\xff'", "/* open", "load | svm // x"} {
		f.Add(s)
	}
	tags := regexp.MustCompile(`</?span[^>]*>`)
	f.Fuzz(func(t *testing.T, code string) {
		if got := html.UnescapeString(tags.ReplaceAllString(coloured(code), "")); got != html.UnescapeString(html.EscapeString(code)) {
			t.Errorf("%q became %q", code, got)
		}
	})
}
