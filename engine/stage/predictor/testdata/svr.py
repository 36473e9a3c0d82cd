"""Writes svr.json: what scikit-learn (whose SVR is libsvm) makes of noisy
functions. Run with scikit-learn 1.2.1 and numpy 1.24.2:

    python3 svr.py > svr.json

Columns are divided by the root of their mean variance, responses are centred and
divided by their deviation, as the stage does with both; the tests give the raw
ones, which come from the formulas below, in decimals that both sides read alike.
libsvm stops at a gap of 1e-7. Objectives are computed with kernel values in
double precision from its coefficients; it rounds kernel values to single
precision, as package smo does, which leaves less than 1e-8 of the objective.
Predictions, sums of coefficients up to C times kernel values, follow to 1e-5.
"""
import json
import numpy as np
from sklearn.svm import SVR


def formula(n, d, shift):
    """Rows by a rule that needs no generator of random numbers."""
    i, j = np.arange(n)[:, None] + shift, np.arange(d)[None, :]
    X = np.round(2 * np.mod((i + 1) * np.sqrt(2 + 3 * j), 1) + j, 6)
    noise = np.mod((i[:, 0] + 1) * np.sqrt(7), 1) - 0.5
    y = np.round(40 + 5 * np.sin(3 * X[:, 0]) + 4 * X[:, -1] * X[:, 0] + 6 * noise, 6)
    return X, y


problems = []
for n, d, kernel, C, epsilon, gamma in [
    (40, 2, "rbf", 10, 0.1, 0.5),
    (40, 2, "linear", 1, 0.2, 0.5),
    (200, 3, "rbf", 100, 0.05, 1.0),
    (200, 3, "rbf", 1, 0, 0.2),
    (1000, 4, "rbf", 10, 0.1, 0.25),
    (1000, 4, "linear", 0.1, 0.3, 0.25),
]:
    X, y = formula(n, d, 0)
    Q, _ = formula(20, d, 5000)
    mean, scale = X.mean(0), np.sqrt(X.var(axis=0).mean())
    Z, ZQ, z = (X - mean) / scale, (Q - mean) / scale, (y - y.mean()) / y.std()
    svr = SVR(C=C, epsilon=epsilon, kernel=kernel, gamma=gamma, tol=1e-7, cache_size=1000).fit(Z, z)
    beta = np.zeros(n)
    beta[svr.support_] = svr.dual_coef_[0]
    K = Z @ Z.T if kernel == "linear" else np.exp(-gamma * ((Z[:, None] - Z) ** 2).sum(-1))
    problems.append({
        "rows": n, "columns": d, "kernel": kernel, "c": C, "epsilon": epsilon, "gamma": gamma,
        "objective": float(beta @ K @ beta / 2 - z @ beta + epsilon * abs(beta).sum()),
        "support": len(svr.support_), "predicted": ((svr.predict(ZQ) * y.std()) + y.mean()).tolist(),
    })
print(json.dumps(problems))
