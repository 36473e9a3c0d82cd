"""Writes reference.json: the trees that scikit-learn grows from data sets in the
folder $UNFOLD_DATA, and how it prunes them. Run with scikit-learn 1.2.1 and
numpy 1.24.2:

    python3 sklearn.py > reference.json

Rows are rounded to single precision, in which scikit-learn keeps them. Where two
divisions of a node are equally good, scikit-learn draws one of them, so that trees
are compared where there is none: each set has the least number of rows in a leaf
with which no node has two different divisions whose scores agree to 1e-10. Nodes
are in the order from the root, first branch first. Predictions are told by the
SHA-256 of their class numbers, in the order in which classes appear, as text with
commas; responses by their values' weighted sums, which follow to 1e-9.
"""
import csv
import gzip
import hashlib
import json
import os

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

folder = os.environ["UNFOLD_DATA"]


def read(name):
    path = os.path.join(folder, name)
    with (gzip.open(path, "rt") if name.endswith(".gz") else open(path)) as f:
        records = list(csv.reader(f))[1:]
    X = np.array([[float(v) for v in r[:-1]] for r in records]).astype(np.float32)
    return X, [r[-1] for r in records]


def squares(Y):
    """Of all first k rows: the sum of squared sums over k."""
    k = np.arange(1, len(Y) + 1)
    return (np.cumsum(Y, axis=0) ** 2).sum(1) / k


def tied(X, Y, least):
    """Whether two different divisions of the rows are equally good."""
    n, found = len(X), []
    for j in range(X.shape[1]):
        order = np.argsort(X[:, j], kind="stable")
        x, y = X[order, j], Y[order]
        score = np.full(n, -np.inf)
        score[:-1] = squares(y)[:-1] + squares(y[::-1])[::-1][1:]
        cut = np.arange(1, n + 1)
        score[:-1][x[1:] <= x[:-1] + 1e-7] = -np.inf
        score[(cut < least) | (n - cut < least)] = -np.inf
        found += [(s, j, k) for k, s in zip(cut, score) if s > -np.inf]
    if not found:
        return False
    best = max(s for s, _, _ in found)
    first = set()
    for s, j, k in found:
        if s >= best - 1e-10 * abs(best):
            first.add(np.sort(np.argsort(X[:, j], kind="stable")[:k]).tobytes())
    return len(first) > 1


def has_ties(tree, X, Y, least, centre):
    path = tree.decision_path(X).tocsc()
    for node in np.flatnonzero(tree.tree_.children_left >= 0):
        rows = path.indices[path.indptr[node]:path.indptr[node + 1]]
        rows = np.sort(rows)
        y = Y[rows] - Y[rows].mean(0) if centre else Y[rows]
        if tied(X[rows], y, least):
            return True
    return False


def digest(values):
    return hashlib.sha256(",".join(str(int(v)) for v in values).encode()).hexdigest()


def tell(values, classes):
    if classes:
        return digest(values)
    values = np.asarray(values).reshape(len(values), -1)
    weights = np.mod((1 + np.arange(len(values))) * np.sqrt(2), 1)
    return [float(v) for v in weights @ values]


problems = []
for name, classes, responses in [
    ("iris.csv", True, 1), ("wine.csv", True, 1), ("glass.csv", True, 1), ("vowel.csv", True, 1),
    ("ionosphere.csv", True, 1), ("pima_diabetes.csv", True, 1), ("yeast.csv", True, 1), ("waveform.csv", True, 1),
    ("page_blocks.csv", True, 1), ("spambase.csv", True, 1), ("landsat_satellite.csv", True, 1), ("letter.csv.gz", True, 1),
    ("boston_housing.csv", False, 1), ("concrete.csv", False, 1), ("airfoil.csv", False, 1), ("yacht.csv", False, 1),
    ("concrete.csv", False, 2),
]:
    X, last = read(name)
    if classes:
        numbers = {}
        y = np.array([numbers.setdefault(v, len(numbers)) for v in last])
        Y = np.eye(len(numbers))[y]
        make = DecisionTreeClassifier
    else:
        y = np.array([float(v) for v in last])[:, None]
        if responses == 2:
            y = np.hstack([y, X[:, -1:].astype(float)])
            X = X[:, :-1]
        Y = y
        make = DecisionTreeRegressor
    full = make(random_state=0).fit(X, y)
    for least in (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300):
        tree = make(random_state=0, min_samples_leaf=least).fit(X, y)
        if not has_ties(tree, X, Y, least, not classes):
            break
    else:
        raise SystemExit(name + " has ties everywhere")
    t, path = tree.tree_, tree.cost_complexity_pruning_path(X, y)
    pruned = []
    for k in sorted({len(path.ccp_alphas) * p // 4 for p in (1, 2, 3)}):
        if k + 1 < len(path.ccp_alphas):
            alpha = float((path.ccp_alphas[k] + path.ccp_alphas[k + 1]) / 2)
            p = make(random_state=0, min_samples_leaf=least, ccp_alpha=alpha).fit(X, y)
            pruned.append({"alpha": alpha, "leaves": int(p.get_n_leaves()), "predicted": tell(p.predict(X), classes)})
    problems.append({
        "file": name, "classes": classes, "responses": responses, "unpruned": tell(full.predict(X), classes), "min": least,
        "rows": t.n_node_samples.tolist(), "impurity": [float("%.15g" % v) for v in t.impurity],
        "alphas": [float(v) for v in path.ccp_alphas], "pruned": pruned,
    })
print("[" + ",\n".join(json.dumps(p) for p in problems) + "]")
