"""Writes classifiers.json: what scikit-learn's GaussianNB and LogisticRegression
make of ten data sets of UCI. Run with scikit-learn 1.2.1 and numpy 1.24.2, the
folder of the CSV files as argument:

    python3 classifiers.py FOLDER > classifiers.json

Every third row is held; classes are numbered in the order of their names as
text. Columns are divided by one number, the root of their mean variance, as the
stage does; for LogisticRegression also each by its deviation, which makes
newton-cg end. It stops at a gradient below 1e-10. Of its fit there are the
largest coefficient, the sum of all in absolute value, the intercepts, and the
probabilities of the first five held rows; of GaussianNB those and how many held
rows it tells right.
"""
import csv
import json
import os
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

sets = "iris wine glass vowel ionosphere pima_diabetes waveform landsat_satellite haberman spambase".split()
out = []
for name in sets:
    with open(os.path.join(sys.argv[1], name + ".csv")) as f:
        records = list(csv.reader(f))[1:]
    X = np.array([[float(v) for v in r[:-1]] for r in records])
    y = np.unique([r[-1] for r in records], return_inverse=True)[1]
    held = np.arange(len(y)) % 3 == 0
    nb = GaussianNB().fit(X[~held], y[~held])
    entry = {"name": name, "bayes": nb.predict_proba(X[held][:5]).tolist(), "bayesright": int((nb.predict(X[held]) == y[held]).sum()), "logistic": []}
    for C in 1, 100:
        mean, deviation = X[~held].mean(0), X[~held].std(0)
        deviation[deviation == 0] = 1
        Z = (X - mean) / deviation
        unit = np.sqrt(Z[~held].var(axis=0).mean())
        Z /= unit
        lr = LogisticRegression(C=C, solver="newton-cg", tol=1e-10, max_iter=100000).fit(Z[~held], y[~held])
        entry["logistic"].append({
            "c": C, "coefficients": lr.coef_.tolist(), "intercepts": lr.intercept_.tolist(),
            "probabilities": lr.predict_proba(Z[held][:5]).tolist(), "right": int((lr.predict(Z[held]) == y[held]).sum()),
        })
    out.append(entry)
print(json.dumps(out))
