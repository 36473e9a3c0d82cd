"""Writes waveform.json: what scikit-learn (whose SVC is libsvm) makes of the
data set waveform. Run with scikit-learn 1.2.1 and numpy 1.24.2:

    python3 waveform.py waveform.csv > waveform.json

The first 1500 rows are learned from, columns divided by their deviations over
all rows; the next 500 are predicted. Objectives are summed over the pairs of
classes, with kernel values in double precision at libsvm's alpha. libsvm rounds
kernel values to single precision, as package smo does, and both stop at a gap
of 1e-7: objectives then agree to about 1e-9.
"""
import csv
import json
import sys
import numpy as np
from sklearn.svm import SVC

rows = list(csv.reader(open(sys.argv[1])))[1:]
X = np.array([r[:-1] for r in rows], float)
names = []
for r in rows:
    if r[-1] not in names:
        names.append(r[-1])
y = np.array([names.index(r[-1]) for r in rows])
X = (X - X.mean(0)) / X.std(0)
Z, w, Q = X[:1500], y[:1500], X[1500:2000]

out = []
for C, gamma in [(0.5, 0.02), (10, 0.05), (100, 0.1)]:
    objective = 0.0
    for a in range(3):
        for b in range(a + 1, 3):
            keep = (w == a) | (w == b)
            svc = SVC(C=C, gamma=gamma, tol=1e-7).fit(Z[keep], np.where(w[keep] == a, 1, -1))
            S = Z[keep][svc.support_]
            K = np.exp(-gamma * ((S[:, None] - S) ** 2).sum(-1))
            c = svc.dual_coef_[0]
            objective += float(c @ K @ c / 2 - abs(c).sum())
    predicted = SVC(C=C, gamma=gamma, tol=1e-7).fit(Z, w).predict(Q)
    out.append({"C": C, "gamma": gamma, "objective": objective, "predicted": "".join(map(str, predicted))})
print(json.dumps(out))
