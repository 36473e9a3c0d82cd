// Lays a canvas over each picture: the nearest mark says what it is, and the
// data can be zoomed and moved. The picture stays beneath and is what shows
// until the first zoom.
(function () {
  "use strict";
  var tables = "TABLES", upgraded = new WeakSet(), waiting = false;
  // Another output has brought the same script to this page.
  if (window["unfold-figures-VERSION"]) return;
  window["unfold-figures-VERSION"] = true;
  make("style", "", document.head).textContent = "STYLE";
  upgradeAll();
  // Outputs come later, while the page loads, as cells run, as a reader scrolls.
  new MutationObserver(function () {
    if (!waiting) setTimeout(upgradeAll, 30);
    waiting = true;
  }).observe(document.documentElement, { childList: true, subtree: true });

  function upgradeAll() {
    waiting = false;
    document.querySelectorAll('script[data-figure="VERSION"]').forEach(function (numbers) {
      var plot = numbers.parentNode;
      if (upgraded.has(plot)) return;
      upgraded.add(plot);
      // A page that a browser has saved keeps what was made before.
      plot.querySelectorAll("canvas, div").forEach(function (e) { e.remove(); });
      upgrade(plot, JSON.parse(numbers.textContent));
    });
  }

  function unpack(p) {
    if (!p) return null;
    var raw = atob(p.d), bytes = new Uint8Array(raw.length);
    for (var i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    var kinds = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, f4: Float32Array };
    var numbers = new kinds[p.t](bytes.buffer);
    if (!p.by) return numbers;
    var at = Float64Array.from(numbers, function (k) { return k === 65535 ? NaN : (p.lo || 0) + k * p.by; });
    at.by = p.by;
    return at;
  }

  // The values of the rows of an output's figures, which stand in it once.
  function rowsOf(family) {
    var source = family.querySelector('script[data-rows]');
    if (!source) return null;
    if (!source.read) {
      var all = source.read = JSON.parse(source.textContent), places = new Map();
      (unpack(all.rows) || []).forEach(function (row, i) { places.set(row, i); });
      all.places = places;
      all.columns.forEach(function (c) { c.v = unpack(c.v); });
    }
    return source.read;
  }

  function make(tag, name, parent) {
    var e = document.createElement(tag);
    if (name) e.className = name;
    parent.appendChild(e);
    return e;
  }

  function upgrade(plot, fig) {
    var part = plot.classList.contains("uf-part"), img = plot.closest("figure").querySelector("img"), whole = part ? plot.parentNode : plot;
    var canvas = make("canvas", "", plot), pen = canvas.getContext("2d");
    var tip = make("div", "uf-tip", plot), say = make("div", "uf-say", plot);
    var layers = fig.layers.map(function (l) {
      ["X", "Y", "Z", "X1", "Y1", "from", "to", "low", "high", "class", "shade", "shape", "rows", "image"].forEach(function (k) { l[k] = unpack(l[k]); });
      return l;
    });
    var inks = fig.inks || ["#fff", "#e8e8e8", "#595959", "#8c8c8c", "#222"], ramp = fig.ramp || tables.ramp;
    var space = fig.space, solid = layers.filter(function (l) { return l.Z; }), turned = false, order = [];
    var first = space && [space.turned, space.raised];
    if (space) enterSpace();
    var points = layers.filter(function (l) { return l.kind === "points"; })[0];
    layers.forEach(function (l) {
      if (!l.from) return;
      function at(ends, axis) { return Array.from(ends, function (i) { return points[axis][i]; }); }
      l.X = at(l.from, "X"); l.Y = at(l.from, "Y"); l.X1 = at(l.to, "X"); l.Y1 = at(l.to, "Y");
    });
    var grid = layers.filter(function (l) { return l.kind === "cells"; })[0];
    var pictures = layers.filter(function (l) { return l.kind === "images"; })[0], sheet = new Image();
    if (pictures) sheet.src = "data:image/png;base64," + pictures.sheet;
    var left = fig.box[0], top = fig.box[1], right = fig.box[2], low = fig.box[3];
    var home = [even(fig.x, fig.x.lo), even(fig.x, fig.x.hi), even(fig.y, fig.y.lo), even(fig.y, fig.y.hi)];
    var view = home.slice(), picked = null;
    var rowed = layers.some(function (l) { return l.rows; }), family = plot.closest(".uf") || plot, values = rowed && rowsOf(family);
    var chosen = new Set(), near = null, lasso = null, mode = "", list = null;
    tip.hidden = true;
    say.setAttribute("aria-live", "polite");
    if (!part) img.setAttribute("aria-hidden", "true"); // the canvas says the same
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", (part ? fig.name : img.alt) + (grid ? " Arrow keys step through the cells." : " Keys: plus and minus zoom, arrows " + (fig.space ? "turn" : "move") + ", 0 resets, n and p step through the marks" + (rowed ? ", s selects the mark, a all that show, Escape none." : ".")));

    // Points keep where they are in the unit cube; X and Y are where they are seen.
    function enterSpace() {
      solid.forEach(function (l) {
        l.at = ["X", "Y", "Z"].map(function (axis, k) { return Array.from(l[axis], function (v) { return (v - space.middle[k]) / space.half; }); });
        l.said = [l.X, l.Y, l.Z];
        for (var i = 0; i < l.X.length; i++) order.push([l, i, 0]);
      });
      look();
    }

    function see(p) {
      var st = Math.sin(space.turned), ct = Math.cos(space.turned), sr = Math.sin(space.raised), cr = Math.cos(space.raised), ahead = p[0] * ct + p[1] * st;
      return [p[1] * ct - p[0] * st, p[2] * cr - ahead * sr, ahead * cr + p[2] * sr];
    }

    function look() {
      solid.forEach(function (l) { l.X = new Float64Array(l.X.length); l.Y = new Float64Array(l.X.length); });
      order.forEach(function (o) {
        var l = o[0], i = o[1], p = see([l.at[0][i], l.at[1][i], l.at[2][i]]);
        l.X[i] = p[0]; l.Y[i] = p[1]; o[2] = p[2];
      });
      order.sort(function (a, b) { return a[2] - b[2]; });
    }

    function turn(by, up) {
      space.turned += by;
      space.raised = Math.max(-1.57, Math.min(1.57, space.raised + up));
      turned = true;
      look();
      draw();
    }

    function drawSpace() {
      var round = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
      round.forEach(function (a, k) {
        var b = round[(k + 1) % 4];
        [[[a[0], a[1], -1], [b[0], b[1], -1]], [[a[0], a[1], 1], [b[0], b[1], 1]], [[a[0], a[1], -1], [a[0], a[1], 1]]].forEach(function (e) {
          var p = see(e[0]), q = see(e[1]);
          rule(inks[3], px(p[0]), py(p[1]), px(q[0]), py(q[1]));
        });
      });
      order.forEach(function (o) { mark(o[0], o[1], radius()); });
      pen.fillStyle = inks[4];
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      space.names.forEach(function (name, k) { var p = see(space.at[k]); pen.fillText(name, px(p[0]), py(p[1])); });
    }

    function even(axis, v) { return axis.log ? Math.log10(v) : v; }
    function rolled(axis, v) { return axis.log ? Math.pow(10, v) : v; }
    function px(x) { return left + (even(fig.x, x) - view[0]) / (view[1] - view[0]) * (right - left); }
    function py(y) { return low - (even(fig.y, y) - view[2]) / (view[3] - view[2]) * (low - top); }
    function atHome() { return !turned && view.every(function (v, i) { return v === home[i]; }); }

    function draw() {
      var box = canvas.getBoundingClientRect(), dots = window.devicePixelRatio || 1;
      if (!box.width) return;
      canvas.width = Math.round(box.width * dots);
      canvas.height = Math.round(box.height * dots);
      pen.scale(canvas.width / fig.w, canvas.height / fig.h);
      if (!atHome()) drawZoomed();
      if (chosen.size) drawChosen();
      if (lasso) drawLasso();
      if (picked) ring(picked.layer, picked.i, picked.cell);
      if (near !== null) eachRow(function (l, i, row) { if (row === near) ring(l, i); });
    }

    function eachRow(f) {
      layers.forEach(function (l) { if (l.rows) l.rows.forEach(function (row, i) { f(l, i, row); }); });
    }

    // What is not selected fades.
    function drawChosen() {
      pen.globalAlpha = 0.75;
      pen.fillStyle = inks[0];
      pen.fillRect(left, top, right - left, low - top);
      pen.globalAlpha = 1;
      eachRow(function (l, i, row) { if (chosen.has(row)) mark(l, i, radius()); });
    }

    function outline() {
      var a = lasso[0], b = lasso[lasso.length - 1];
      return mode === "box" ? [a, [b[0], a[1]], b, [a[0], b[1]]] : lasso;
    }

    function drawLasso() {
      pen.strokeStyle = inks[4];
      pen.lineWidth = 1;
      pen.setLineDash([4, 3]);
      pen.beginPath();
      outline().forEach(function (p, k) { pen[k ? "lineTo" : "moveTo"](p[0], p[1]); });
      pen.closePath();
      pen.stroke();
      pen.setLineDash([]);
    }

    function within(x, y, corners) {
      for (var inside = false, i = 0, j = corners.length - 1; i < corners.length; j = i++) {
        var a = corners[i], b = corners[j];
        if (a[1] > y !== b[1] > y && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) inside = !inside;
      }
      return inside;
    }

    // It selects the rows whose marks lie in a polygon, besides those that are selected.
    function choose(corners, more) {
      var next = new Set(more ? chosen : []);
      eachRow(function (l, i, row) {
        var x = px(l.X[i]), y = py(l.Y[i]);
        if (x >= left && x <= right && y >= top && y <= low && within(x, y, corners)) next.add(row);
      });
      select(next);
    }

    function select(rows) {
      chosen = rows;
      tellFamily("chosen", rows);
      showList(tellKernel());
      draw();
    }

    // The other figures of an output show the same rows.
    function tellFamily(what, rows) {
      family.dispatchEvent(new CustomEvent("uf-" + what, { detail: { rows: rows, from: plot } }));
    }

    // Where the page has a kernel of ours, selected() in a cell is what is selected here.
    function tellKernel() {
      var at = window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel;
      if (!at || !at.comm_manager || (at.info_reply || {}).implementation !== "unfold") return "";
      at.comm_manager.new_comm("unfold.selection", { rows: sorted() }).close();
      return "; selected() in a cell gives them";
    }

    function showList(where) {
      var rows = sorted(), text = rows.slice(0, 40).join(", ") + (rows.length > 40 ? " …" : "");
      if (!list) {
        list = make("div", "uf-rows", whole.parentNode);
        whole.after(list);
        make("span", "", list);
        button(list, "copy", "copy the rows as a Go slice", function () { copy("[]int{" + sorted().join(", ") + "}"); });
        button(list, "save", "save the rows as CSV", saveRows);
        button(list, "clear", "select none", function () { select(new Set()); });
      }
      list.hidden = !rows.length;
      list.firstChild.textContent = say.textContent = (rows.length === 1 ? "1 row" : rows.length + " rows") + " selected" + (rows.length ? ": " + text + where : "");
    }

    function sorted() { return Array.from(chosen).sort(function (a, b) { return a - b; }); }

    function copy(text) {
      if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(function () { window.prompt("copy", text); });
      window.prompt("copy", text);
    }

    function saveRows() {
      var lines = [["row", fig.x.label || "x", fig.y.label || "y", fig.grouped || "group"].map(quoted).join(",")];
      eachRow(function (l, i, row) {
        if (chosen.has(row)) lines.push([row, l.X[i], l.Y[i], l["class"] ? styleOf(l, i).name : ""].map(quoted).join(","));
      });
      var link = make("a", "", document.body);
      link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
      link.download = "rows.csv";
      link.click();
      link.remove();
    }

    function quoted(v) { return /[\x22,\n]/.test(v) ? '"' + String(v).replace(/\x22/g, '""') + '"' : String(v); }

    function drawZoomed() {
      pen.fillStyle = inks[0];
      pen.fillRect(fig.gutter[0], top - 6, right + 3 - fig.gutter[0], fig.gutter[1] - top + 6);
      pen.font = '10.5px "Liberation Sans", Arial, sans-serif';
      pen.lineWidth = 0.75;
      pen.textAlign = "center";
      pen.textBaseline = "top";
      if (!space) ticks(fig.x, view[0], view[1], (right - left) / 50).forEach(function (t) {
        var x = px(t.at);
        if (!fig.diagram) rule(inks[1], x, top, x, low);
        pen.fillStyle = inks[2];
        pen.fillText(t.label, x, low + 5);
      });
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      if (!space) ticks(fig.y, view[2], view[3], (low - top) / 32).forEach(function (t) {
        var y = py(t.at);
        if (!fig.diagram) rule(inks[1], left, y, right, y);
        pen.fillStyle = inks[2];
        pen.fillText(t.label, left - 5, y);
      });
      if (!space && !fig.diagram) {
        rule(inks[3], left, top, left, low);
        rule(inks[3], left, low, right, low);
      }
      pen.save();
      pen.beginPath();
      pen.rect(left, top, right - left, low - top);
      pen.clip();
      if (space) drawSpace();
      else layers.forEach(drawLayer);
      pen.restore();
    }

    function rule(colour, x0, y0, x1, y1) {
      pen.strokeStyle = colour;
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
      pen.stroke();
    }

    function radius() {
      return fig.r * Math.min(2.2, Math.pow(Math.abs((home[1] - home[0]) / (view[1] - view[0])), 0.25));
    }

    function drawLayer(l) {
      var i, x, y;
      if (l.kind === "points") {
        for (i = 0; i < l.X.length; i++) mark(l, i, radius());
        return;
      }
      if (l.kind === "names") return drawNames(l);
      if (l.kind === "images") return drawImages();
      if (l.kind === "band") return drawBand(l);
      if (l.kind === "bars") return drawBars(l);
      if (l.kind === "areas") return drawAreas(l);
      if ((l.shade || l.fills) && l.kind === "segments") return drawShaded(l);
      pen.strokeStyle = l.colour;
      pen.lineWidth = l.thick;
      pen.setLineDash(l.dashed ? [5, 4] : []);
      pen.beginPath();
      for (i = 0; i < l.X.length; i++) {
        x = px(l.X[i]); y = py(l.Y[i]);
        if (l.kind === "segments") {
          pen.moveTo(x, y);
          pen.lineTo(px(l.X1[i]), py(l.Y1[i]));
        } else if (isFinite(x) && isFinite(y)) {
          if (i > 0 && isFinite(px(l.X[i - 1])) && isFinite(py(l.Y[i - 1]))) pen.lineTo(x, y);
          else pen.moveTo(x, y);
        }
      }
      pen.stroke();
      pen.setLineDash([]);
      if (l.marked) for (i = 0; i < l.X.length; i++) {
        pen.fillStyle = l.colour;
        pen.beginPath();
        pen.arc(px(l.X[i]), py(l.Y[i]), 3, 0, 7);
        pen.fill();
      }
    }

    function drawNames(l) {
      pen.fillStyle = inks[4];
      pen.textAlign = l.middle ? "center" : l.right ? "right" : "left";
      pen.textBaseline = "middle";
      // First the strokes to all names, so that none strikes through another.
      if (l.dx) return [0, 1].forEach(function (writes) {
        l.texts.forEach(function (text, i) {
          var x = px(l.X[i]), y = py(l.Y[i]), from = x + l.dx[i], wide = pen.measureText(text).width;
          if (!(x > left - 9 && x < right + 9 && y > top - 9 && y < low + 9)) return;
          var end = Math.max(from, Math.min(x, from + wide)), far = Math.abs(end - x) + Math.abs(l.dy[i]) > 14;
          if (!writes && far) rule(inks[3], x, y, end, y + l.dy[i]);
          if (writes) onGround(text, from, y + l.dy[i], far ? wide : 0);
        });
      });
      l.texts.forEach(function (text, i) { onGround(text, px(l.X[i]) + (l.middle ? 0 : l.right ? -5 : 5), py(l.Y[i]), l.middle ? pen.measureText(text).width : 0); });
    }

    // It writes a text, on a ground of its own where a width says so.
    function onGround(text, x, y, wide) {
      pen.fillStyle = inks[0];
      pen.globalAlpha = 0.8;
      if (wide) pen.fillRect(x - (pen.textAlign === "center" ? wide / 2 : 0) - 2, y - 6, wide + 4, 12);
      pen.globalAlpha = 1;
      pen.fillStyle = inks[4];
      pen.fillText(text, x, y);
    }

    // It draws the picture of a point; the sheet has them in a grid.
    function copyImage(to, l, i, x, y, wide, high) {
      var n = l.image[i] - 1, w = pictures.wide, h = pictures.tall;
      to.drawImage(sheet, n % pictures.across * w, Math.floor(n / pictures.across) * h, w, h, x, y, wide, high);
    }

    function drawImages() {
      var side = Math.min(42, Math.max(16, Math.min(right - left, low - top) / 10)), most = Math.max(pictures.wide, pictures.tall);
      var wide = side * pictures.wide / most, high = side * pictures.tall / most, all = [], drawn = [];
      layers.forEach(function (l) { if (l.image) l.image.forEach(function (n, i) { if (n) all.push([l, i]); }); });
      all.forEach(function (_, k) {
        var l = all[k * 7919 % all.length][0], i = all[k * 7919 % all.length][1], x = px(l.X[i]), y = py(l.Y[i]);
        if (!(x > left && x < right && y > top && y < low)) return;
        if (drawn.some(function (o) { return Math.abs(o[0] - x) < 1.5 * wide && Math.abs(o[1] - y) < 1.5 * high; })) return;
        drawn.push([x, y]);
        copyImage(pen, l, i, x - wide / 2, y - high / 2, wide, high);
        pen.strokeStyle = styleOf(l, i).fill;
        pen.lineWidth = l.ring ? 0.8 : 2;
        pen.strokeRect(x - wide / 2, y - high / 2, wide, high);
      });
    }

    function drawBand(l) {
      function whole(i) { return [px(l.X[i]), py(l.Y[i]), py(l.Y1[i])].every(isFinite); }
      pen.fillStyle = pen.strokeStyle = l.colour;
      pen.lineWidth = l.thick;
      for (var from = 0, to; from < l.X.length; from = to + 1) {
        for (to = from; to < l.X.length && whole(to); to++);
        if (to - from < 2) continue;
        var i, low = new Path2D(), high = new Path2D(), area = new Path2D();
        for (i = from; i < to; i++) [low, area].forEach(function (p) { p.lineTo(px(l.X[i]), py(l.Y[i])); });
        for (i = to - 1; i >= from; i--) [high, area].forEach(function (p) { p.lineTo(px(l.X[i]), py(l.Y1[i])); });
        pen.globalAlpha = 0.17;
        pen.fill(area);
        pen.globalAlpha = 0.5;
        pen.stroke(low);
        pen.stroke(high);
        pen.globalAlpha = 1;
      }
    }

    function drawBars(l) {
      pen.fillStyle = pen.strokeStyle = l.colour;
      pen.lineWidth = 0.8;
      for (var i = 0; i < l.X.length; i++) {
        if (!l.Y[i]) continue;
        var x = px(l.low[i]), y = py(l.Y[i]), floor = fig.y.log ? low : py(0);
        pen.globalAlpha = 0.56;
        pen.fillRect(x, y, px(l.high[i]) - x, floor - y);
        pen.globalAlpha = 1;
        pen.strokeRect(x, y, px(l.high[i]) - x, floor - y);
      }
    }

    function drawAreas(l) {
      for (var i = 0; i < l.X.length; i++) {
        pen.fillStyle = l.fills[l["class"][i]];
        pen.fillRect(px(l.X[i]), py(l.Y1[i]) - 0.3, px(l.X1[i]) - px(l.X[i]) + 0.3, py(l.Y[i]) - py(l.Y1[i]) + 0.6);
      }
    }

    function drawShaded(l) {
      pen.lineWidth = l.thick;
      for (var i = 0; i < l.X.length; i++) rule(l.shade ? ramp[l.shade[i]] : l.fills[l["class"][i]], px(l.X[i]), py(l.Y[i]), px(l.X1[i]), py(l.Y1[i]));
    }

    function styleOf(l, i) {
      if (l.shade) return { fill: ramp[l.shade[i]], edge: ramp[l.shade[i]], shape: 0 };
      return fig.styles[l["class"] ? l["class"][i] : fig.styles.length - 1];
    }

    function mark(l, i, r) {
      var x = px(l.X[i]), y = py(l.Y[i]);
      if (!(x > left - 9 && x < right + 9 && y > top - 9 && y < low + 9)) return;
      var s = styleOf(l, i), shape = tables.shapes[l.shape ? l.shape[i] % tables.shapes.length : s.shape];
      pen.beginPath();
      if (!shape) pen.arc(x, y, r, 0, 7);
      else shape.forEach(function (c, k) { pen[k ? "lineTo" : "moveTo"](x + r * c[0], y - r * c[1]); });
      pen.closePath();
      pen.strokeStyle = s.edge;
      pen.lineWidth = l.ring ? Math.min(1.2, r / 2) : Math.min(0.6, r / 4);
      if (!l.ring) { pen.fillStyle = s.fill; pen.fill(); }
      if (l.ring || s.edge !== s.fill) pen.stroke();
    }

    function ring(layer, i, cell) {
      pen.strokeStyle = inks[4];
      pen.lineWidth = 1.5;
      pen.beginPath();
      if (cell) pen.rect(cell[0], cell[1], cell[2], cell[3]);
      else pen.arc(px(layer.X[i]), py(layer.Y[i]), radius() + 3.5, 0, 7);
      pen.stroke();
    }

    function ticks(axis, lo, hi, count) {
      var out = [], i;
      if (axis.names) {
        for (i = Math.ceil(Math.min(lo, hi)); i <= Math.max(lo, hi); i++) if (axis.names[i] !== undefined) out.push({ at: i, label: axis.names[i] });
        return out;
      }
      var step = nice((hi - lo) / Math.max(2, Math.floor(count)));
      if (axis.whole) step = Math.max(1, step);
      for (i = Math.ceil(lo / step - 1e-9); i * step <= hi + step * 1e-9 && out.length < 50; i++) {
        var at = i * step, digits = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step) - 1e-9)));
        out.push({ at: rolled(axis, at), label: axis.log ? number(rolled(axis, at)) : Math.abs(at) >= 1e6 ? number(at) : (at === 0 ? "0" : at.toFixed(digits).replace("-", "−")) });
      }
      return out;
    }

    function nice(x) {
      var power = Math.pow(10, Math.floor(Math.log10(x)));
      return [1, 2, 5, 10].map(function (h) { return h * power; }).filter(function (s) { return s >= x * (1 - 1e-9); })[0] || x;
    }

    // No digit is shown that the steps of packed positions do not carry.
    function number(v, by) {
      if (by) v = Number(v.toFixed(Math.min(12, Math.max(0, Math.floor(-Math.log10(by))))));
      return String(Number(v.toPrecision(4))).replace("-", "−");
    }

    function zoom(by, cx, cy) {
      if (grid) return;
      var next = [cx + (view[0] - cx) * by, cx + (view[1] - cx) * by, cy + (view[2] - cy) * by, cy + (view[3] - cy) * by];
      var share = (next[1] - next[0]) / (home[1] - home[0]);
      if (share > 4 || share < 1e-3) return;
      view = next;
      tip.hidden = true;
      draw();
    }

    function centre(by) { zoom(by, (view[0] + view[1]) / 2, (view[2] + view[3]) / 2); }

    function move(dx, dy) {
      if (grid) return stepCell(Math.sign(dx), -Math.sign(dy));
      tip.hidden = true;
      if (space) return turn(dx * 3, dy * 3);
      var wx = (view[1] - view[0]) * dx, wy = (view[3] - view[2]) * dy;
      view = [view[0] + wx, view[1] + wx, view[2] + wy, view[3] + wy];
      draw();
    }

    function reset() {
      view = home.slice();
      if (turned) { space.turned = first[0]; space.raised = first[1]; turned = false; look(); }
      pick(null);
    }

    function where(e) {
      var box = canvas.getBoundingClientRect();
      return [(e.clientX - box.left) * fig.w / box.width, (e.clientY - box.top) * fig.h / box.height];
    }

    function steps(l) { return l.kind === "points" || l.kind === "line" || l.kind === "bars"; }

    function nearest(at) {
      var best = 144, found = null;
      layers.forEach(function (l) {
        if (!steps(l)) return;
        for (var i = 0; i < l.X.length; i++) {
          var dx = px(l.X[i]) - at[0], dy = py(l.Y[i]) - at[1], d = dx * dx + dy * dy;
          if (d < best) { best = d; found = { layer: l, i: i }; }
        }
      });
      return found;
    }

    function cellAt(at) {
      var rows = grid.cells.length, columns = grid.cells[0].length;
      return cellOf(Math.floor((at[1] - top) / (low - top) * rows), Math.floor((at[0] - left) / (right - left) * columns));
    }

    function cellOf(r, c) {
      if (!grid.cells[r] || grid.cells[r][c] === undefined) return null;
      var w = (right - left) / grid.cells[0].length, h = (low - top) / grid.cells.length;
      return { cell: [left + c * w, top + r * h, w, h], row: r, column: c };
    }

    function stepCell(dx, dy) {
      var next = picked ? cellOf(picked.row + dy, picked.column + dx) : cellOf(0, 0);
      if (next) pick(next, true);
    }

    function named(axis, i) { return (axis.label ? axis.label + " " : "") + (axis.names ? axis.names[i] : i); }

    function describe(p) {
      if (p.cell) return named(fig.y, p.row) + "\n" + named(fig.x, p.column) + "\n" + grid.cells[p.row][p.column];
      var l = p.layer, lines = [], words = [];
      if (l.rows) words.push("row " + l.rows[p.i] + (values ? " of " + values.source : ""));
      if (l.name) words.push(l.name);
      if (words.length) lines.push(words.join(", "));
      if (l.tips) lines.push(l.tips[p.i]);
      if (l["class"] && styleOf(l, p.i).name) lines.push((fig.grouped ? fig.grouped + " " : "") + styleOf(l, p.i).name);
      if (l.shape && fig.shapes) lines.push(fig.shapes[l.shape[p.i]]);
      if (l.said) lines = lines.concat(space.names.map(function (name, k) { return name + " " + number(l.said[k][p.i], l.said[k].by); }));
      else {
        lines.push((fig.x.label || "x") + " " + (l.low ? number(l.low[p.i]) + " to " + number(l.high[p.i]) : number(l.X[p.i], l.X.by)));
        lines.push((fig.y.label || "y") + " " + number(l.Y[p.i], l.Y.by));
      }
      return lines.concat(l.rows ? holds(l.rows[p.i]) : []).join("\n");
    }

    // What a row holds, as its source writes it.
    function holds(row) {
      if (!values || !values.places.has(row)) return [];
      var i = values.places.get(row), lines = values.columns.map(function (c) {
        var k = c.v[i];
        return c.name + " " + (k === c.none ? "missing" : c.names ? c.names[c.lo + k] : ((c.lo + k) / Math.pow(10, c.p)).toFixed(c.p).replace("-", "−"));
      });
      return values.more ? lines.concat("and " + values.more + " more columns") : lines;
    }

    function pick(p, aloud) {
      picked = p;
      if (rowed) tellFamily("near", p && p.layer.rows ? p.layer.rows[p.i] : null);
      tip.hidden = !p;
      if (p) {
        tip.textContent = describe(p);
        if (aloud) say.textContent = tip.textContent;
        if (p.layer && p.layer.image && p.layer.image[p.i]) showImage(p);
        placeTip(p.cell ? p.cell[0] + p.cell[2] / 2 : px(p.layer.X[p.i]), p.cell ? p.cell[1] + p.cell[3] / 2 : py(p.layer.Y[p.i]));
      }
      draw();
    }

    // In the corner across from the mark it covers none of the mark's neighbours.
    function placeTip(x, y) {
      var scale = canvas.getBoundingClientRect().width / fig.w;
      tip.style.left = Math.max(0, x > (left + right) / 2 ? left * scale + 4 : right * scale - 4 - tip.offsetWidth) + "px";
      tip.style.top = Math.max(0, y < (top + low) / 2 ? low * scale - 4 - tip.offsetHeight : top * scale + 4) + "px";
    }

    function showImage(p) {
      var thumb = make("canvas", "", tip), by = Math.max(1, Math.round(72 / Math.max(pictures.wide, pictures.tall)));
      thumb.width = pictures.wide * by;
      thumb.height = pictures.tall * by;
      tip.insertBefore(thumb, tip.firstChild);
      copyImage(thumb.getContext("2d"), p.layer, p.i, 0, 0, thumb.width, thumb.height);
    }

    function step(by) {
      var all = layers.filter(steps);
      if (!all.length) return;
      var k = picked ? all.indexOf(picked.layer) : 0, i = picked ? picked.i + by : 0;
      while (i < 0 || i >= all[k].X.length) {
        k = (k + (by > 0 ? 1 : all.length - 1)) % all.length;
        i = by > 0 ? 0 : all[k].X.length - 1;
        if (!all[k].X.length) return;
      }
      pick({ layer: all[k], i: i }, true);
    }

    var drag = null;
    canvas.addEventListener("pointerdown", function (e) {
      canvas.focus({ preventScroll: true });
      drag = where(e);
      if (rowed && (mode || e.shiftKey)) lasso = [drag];
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", function (e) {
      var at = where(e);
      if (lasso) {
        lasso.push(at);
        return draw();
      }
      if (drag && !grid) {
        move((drag[0] - at[0]) / (right - left), (at[1] - drag[1]) / (low - top));
        drag = at;
        return;
      }
      var p = grid ? cellAt(at) : nearest(at);
      if (p || picked) pick(p);
    });
    canvas.addEventListener("pointerup", function (e) {
      if (lasso && lasso.length > 1) choose(outline(), e.ctrlKey || e.metaKey);
      drag = lasso = null;
      draw();
    });
    canvas.addEventListener("pointerleave", function () { if (!drag) pick(null); });
    canvas.addEventListener("dblclick", reset);
    canvas.addEventListener("wheel", function (e) {
      if (grid || (document.activeElement !== canvas && !e.ctrlKey && !e.metaKey)) return;
      e.preventDefault();
      var at = where(e);
      zoom(Math.pow(1.0015, e.deltaY), view[0] + (at[0] - left) / (right - left) * (view[1] - view[0]), view[2] + (low - at[1]) / (low - top) * (view[3] - view[2]));
    }, { passive: false });
    var keys = {
      "+": function () { centre(0.8); }, "=": function () { centre(0.8); }, "-": function () { centre(1.25); },
      "0": reset, Escape: function () { select(new Set()); }, a: function () { if (rowed) choose([[left, top], [right, top], [right, low], [left, low]]); },
      s: function () {
        if (!picked || !picked.layer.rows) return;
        var row = picked.layer.rows[picked.i], next = new Set(chosen);
        if (!next.delete(row)) next.add(row);
        select(next);
      },
      n: function () { step(1); }, p: function () { step(-1); },
      ArrowLeft: function () { move(-0.1, 0); }, ArrowRight: function () { move(0.1, 0); },
      ArrowUp: function () { move(0, 0.1); }, ArrowDown: function () { move(0, -0.1); }
    };
    plot.addEventListener("keydown", function (e) {
      if (e.ctrlKey || e.metaKey || e.altKey || (e.key.length > 1 && !keys[e.key])) return;
      e.stopPropagation(); // a notebook has its own meaning for bare keys
      if (e.target !== canvas || !keys[e.key]) return;
      e.preventDefault();
      keys[e.key]();
    });
    // Nor are clicks for the notebook, which selects cells by them with shift.
    ["mousedown", "mouseup", "click"].forEach(function (kind) {
      plot.addEventListener(kind, function (e) { e.stopPropagation(); });
    });
    function button(parent, text, title, click) {
      var b = make("button", "", parent);
      b.type = "button";
      b.textContent = text;
      b.title = title;
      b.setAttribute("aria-label", title);
      b.addEventListener("click", click);
      return b;
    }

    if (!grid && !part) {
      var tools = make("div", "uf-tools", plot), ways = ["", "lasso", "box"];
      if (rowed) var way = button(tools, "select", "select rows with the mouse: by a lasso, by a box, or not; with shift at any time", function () {
        mode = ways[(ways.indexOf(mode) + 1) % 3];
        way.textContent = mode || "select";
        way.setAttribute("aria-pressed", String(!!mode));
      });
      button(tools, "+", "zoom in", function () { centre(0.8); });
      button(tools, "−", "zoom out", function () { centre(1.25); });
      button(tools, "reset", "show all", reset);
    }
    if (rowed) family.addEventListener("uf-chosen", function (e) {
      if (e.detail.from === plot) return;
      chosen = e.detail.rows;
      if (list) list.hidden = true; // where it was selected it is listed
      draw();
    });
    if (rowed) family.addEventListener("uf-near", function (e) {
      near = e.detail.from === plot ? null : e.detail.rows;
      draw();
    });
    if (window.ResizeObserver) new ResizeObserver(draw).observe(canvas);
    draw();
  }
})();
