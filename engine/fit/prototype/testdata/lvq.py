#!/usr/bin/env python3
"""Writes lvq.json: learning vector quantisation in plain NumPy (1.24.2) and SciPy's
L-BFGS (1.10.1), by the formulas alone, a row of the data after the other.

Of each data set every third row is held, from the first on. Columns are standardised
by the training rows; prototypes start at class means, matrices at the identity or the
first main directions. For each form: the cost at the start, that of the end after at
most 200 iterations, and how many held rows are right.

Run it in this folder: UNFOLD_DATA=... /usr/bin/python3 lvq.py > lvq.json
"""
import csv
import json
import os
import sys

import numpy as np
from scipy.optimize import minimize


def read(name):
    with open(os.path.join(os.environ["UNFOLD_DATA"], name + ".csv")) as f:
        rows = list(csv.reader(f))[1:]
    x = np.array([[float(v) for v in r[:-1]] for r in rows])
    names = sorted({r[-1] for r in rows})
    y = np.array([names.index(r[-1]) for r in rows])
    held = np.arange(len(rows)) % 3 == 0
    mean, sd = x[~held].mean(axis=0), x[~held].std(axis=0)
    sd[sd == 0] = np.inf
    x = (x - mean) / sd
    return x[~held], y[~held], x[held], y[held]


class LVQ:
    def __init__(self, x, y, form, rank, local, eta):
        self.x, self.y, self.form, self.local, self.eta = x, y, form, local, eta
        self.k, self.d = y.max() + 1, x.shape[1]
        self.m = rank or self.d
        self.q = self.k if local else 1

    def start(self):
        w = np.array([self.x[self.y == c].mean(axis=0) for c in range(self.k)])
        if self.form == "glvq":
            return w.ravel()
        if self.form == "grlvq":
            v = np.ones((1, self.d))
        elif self.m == self.d:
            v = np.repeat(np.eye(self.d)[None], self.q, axis=0)
        else:
            v = np.repeat(np.linalg.svd(self.x, full_matrices=False)[2][None, : self.m], self.q, axis=0)
        v = np.stack([a / np.linalg.norm(a) for a in v])
        return np.concatenate([w.ravel(), v.ravel()])

    def take(self, p):
        w, v = p[: self.k * self.d].reshape(self.k, self.d), p[self.k * self.d :]
        if self.form == "glvq":
            return w, None, np.eye(self.d)[None], None
        v = v.reshape((1, self.d) if self.form == "grlvq" else (self.q, self.m, self.d))
        length = np.array([np.linalg.norm(a) for a in v])
        o = np.stack([a / l for a, l in zip(v, length)])
        return w, o, np.stack([np.diag(a) for a in o]) if self.form == "grlvq" else o, length

    def squares(self, x, w, o):
        return np.stack([(((x - w[k]) @ o[k % len(o)].T) ** 2).sum(axis=1) for k in range(self.k)], axis=1)

    def value(self, p):
        w, free, o, length = self.take(p)
        d = self.squares(self.x, w, o)
        own = self.y[:, None] == np.arange(self.k)
        a, b = np.where(own, d, np.inf), np.where(own, np.inf, d)
        ia, ib, a, b = a.argmin(axis=1), b.argmin(axis=1), a.min(axis=1), b.min(axis=1)
        phi = 1 / (1 + np.exp(-2 * (a - b) / (a + b)))
        g = 2 * phi * (1 - phi) / len(self.x)
        ga, gb = g * 2 * b / (a + b) ** 2, -g * 2 * a / (a + b) ** 2
        cost, gw, go = phi.mean(), np.zeros_like(w), np.zeros_like(o)
        for k in range(self.k):
            co = np.where(ia == k, ga, 0) + np.where(ib == k, gb, 0)
            e, q = self.x - w[k], k % len(o)
            t = 2 * co[:, None] * (e @ o[q].T)
            gw[k] -= (t @ o[q]).sum(axis=0)
            go[q] += t.T @ e
        if self.eta:
            for q in range(len(o)):
                s = o[q] @ o[q].T
                cost -= self.eta / len(o) * np.linalg.slogdet(s)[1]
                go[q] -= self.eta / len(o) * 2 * np.linalg.solve(s, o[q])
        if free is None:
            return cost, gw.ravel()
        if self.form == "grlvq":
            go = np.stack([np.diag(a) for a in go])
        gv = np.stack([(a - f * (f * a).sum()) / l for a, f, l in zip(go, free, length)])
        return cost, np.concatenate([gw.ravel(), gv.ravel()])


def run(name):
    x, y, hx, hy = read(name)
    out = {"name": name, "held": len(hy), "forms": []}
    for form, rank, local, eta in [("glvq", 0, False, 0), ("grlvq", 0, False, 0), ("gmlvq", 0, False, 0), ("lgmlvq", 0, True, 0), ("liram", 3, True, 1e-3)]:
        m = LVQ(x, y, form, rank, local, eta)
        p = m.start()
        end = minimize(m.value, p, jac=True, method="L-BFGS-B", options={"maxiter": 200, "maxcor": 10, "ftol": 1e-9, "gtol": 1e-8, "maxfun": 1000})
        w, _, o, _ = m.take(end.x)
        right = int((m.squares(hx, w, o).argmin(axis=1) == hy).sum())
        out["forms"].append({"form": form, "start": float(m.value(p)[0]), "end": float(end.fun), "right": right})
        print(name, out["forms"][-1], end.nit, file=sys.stderr)
    return out


json.dump([run(name) for name in ["wine", "landsat_satellite", "vowel", "waveform"]], sys.stdout, indent=1)
print()
