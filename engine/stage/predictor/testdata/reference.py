"""Writes reference.json: what scikit-learn (whose SVC is libsvm) makes of
small data sets. Run with scikit-learn 1.2.1 and numpy 1.24.2:

    python3 reference.py > reference.json

Tolerances in the tests: libsvm keeps kernel values in single precision, which
leaves about 1e-7 of the objective; its decision values, sums of coefficients
up to C times kernel values, follow to 2e-6 C. Ridge is compared to 1e-9: both sides solve the
same equations in double precision by different factorisations. Predictions
of nearest neighbours and classes are compared exactly; the data have no ties.
"""
import json
import numpy as np
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import SVC

rng = np.random.default_rng(7)
n, d = 90, 3
y = np.arange(n) % 3
X = np.round(rng.normal(size=(n, d)) * [2, 1, 0.5] + np.array([[0, 0, 0], [2.5, 1, 0], [0, 2, 1]])[y], 3)
Q = np.round(rng.normal(size=(40, d)) * 2 + [1, 1, 0], 3)
r = np.round(X @ [1, -2, 0.5] + 3 + 0.3 * rng.normal(size=n), 3)
S = np.sqrt(X.var(axis=0).mean())
Z, ZQ = X / S, Q / S

machines = []
for kernel, C, gamma in [("rbf", 10, 1 / d), ("rbf", 0.5, 2.0), ("linear", 1, 1 / d), ("rbf", 1000, 0.1)]:
    pairs = []
    for a in range(3):
        for b in range(a + 1, 3):
            keep = (y == a) | (y == b)
            sign = np.where(y[keep] == a, 1.0, -1.0)
            svc = SVC(C=C, kernel=kernel, gamma=gamma, tol=1e-9).fit(Z[keep], sign)
            K = Z[keep] @ Z[keep].T if kernel == "linear" else np.exp(
                -gamma * ((Z[keep][:, None] - Z[keep]) ** 2).sum(-1))
            coef = np.zeros(keep.sum())
            coef[svc.support_] = svc.dual_coef_[0]
            pairs.append({"objective": float(coef @ K @ coef / 2 - abs(coef).sum()),
                          "decision": svc.decision_function(ZQ).tolist()})
    svc = SVC(C=C, kernel=kernel, gamma=gamma, tol=1e-9).fit(Z, y)
    machines.append({"kernel": kernel, "C": C, "gamma": gamma, "pairs": pairs, "predicted": svc.predict(ZQ).tolist()})

two = y < 2  # two classes and odd k: no equal votes
out = {
    "x": X.tolist(), "labels": y.tolist(), "response": r.tolist(), "queries": Q.tolist(), "svm": machines,
    "knn": {"k": 5, "classes": KNeighborsClassifier(5).fit(X[two], y[two]).predict(Q).tolist(),
            "response": KNeighborsRegressor(5).fit(X, r).predict(Q).tolist()},
    "ridge": {"lambda": 0.7, "classes": RidgeClassifier(alpha=0.7).fit(X, y).predict(Q).tolist(),
              "response": Ridge(alpha=0.7).fit(X, r).predict(Q).tolist(),
              "wide": Ridge(alpha=0.7).fit(X[:3], r[:3]).predict(Q).tolist()},
}
print(json.dumps(out))
