"""Writes forest.json: the out-of-bag errors of scikit-learn's forests on data sets
in the folder $UNFOLD_DATA, for ten seeds: the share of wrong classes, or the mean
squared error of a response, with √d columns at each node for classes and d/3 for a
response. Run with scikit-learn 1.2.1 and numpy 1.24.2:

    python3 forest.py > forest.json
"""
import csv
import json
import os
import warnings

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

warnings.filterwarnings("ignore")  # rows that all trees have seen
problems = []
for name, classes in [
    ("glass.csv", True), ("vowel.csv", True), ("ionosphere.csv", True), ("pima_diabetes.csv", True),
    ("yeast.csv", True), ("page_blocks.csv", True), ("boston_housing.csv", False), ("concrete.csv", False), ("yacht.csv", False),
]:
    with open(os.path.join(os.environ["UNFOLD_DATA"], name)) as f:
        records = list(csv.reader(f))[1:]
    X = np.array([[float(v) for v in r[:-1]] for r in records])
    y = [r[-1] for r in records]
    errors = []
    for seed in range(10):
        if classes:
            f = RandomForestClassifier(100, oob_score=True, random_state=seed, n_jobs=2).fit(X, y)
            errors.append(1 - f.oob_score_)
        else:
            t = np.array([float(v) for v in y])
            f = RandomForestRegressor(100, oob_score=True, random_state=seed, n_jobs=2, max_features=max(1, X.shape[1] // 3)).fit(X, t)
            errors.append(float(((f.oob_prediction_ - t) ** 2).mean()))
    problems.append({"file": name, "classes": classes, "errors": [float("%.6g" % e) for e in errors]})
print("[" + ",\n".join(json.dumps(p) for p in problems) + "]")
