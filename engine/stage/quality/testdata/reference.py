"""Writes reference.json: measures of small random data by scikit-learn 1.2.1
and numpy 1.24.2:

    python3 reference.py > reference.json

The tests compare to 1e-12: counts of ranks are whole numbers on both sides,
and the sums run over a few hundred terms. The data have no equal distances.
"""
import json
import numpy as np
from scipy.spatial.distance import cdist
from sklearn.manifold import trustworthiness
from sklearn.metrics import accuracy_score, balanced_accuracy_score, cohen_kappa_score, f1_score, mean_absolute_error, mean_squared_error, r2_score

rng = np.random.default_rng(11)
X = np.round(rng.normal(size=(60, 4)), 4)
Y = np.round(X[:, :2] + 0.7 * rng.normal(size=(60, 2)), 4)
D, E = cdist(X, X), cdist(Y, Y)
truth = rng.choice([0, 1, 2, 4], 50, p=[.5, .3, .15, .05])     # class 3 has no rows, class 5 is only predicted
predicted = np.where(rng.random(50) < .7, truth, rng.choice([0, 1, 2, 5], 50))
response = np.round(rng.normal(size=50), 4)
guess = np.round(response + .5 * rng.normal(size=50), 4)
def rank(distances):                                            # of each row, from 1, by numpy's sort
    return np.argsort(np.argsort(distances, axis=1), axis=1)

rho, r = rank(D), rank(E)                                       # 0 for the row itself
n = len(X)
K = np.arange(1, n)
both = np.array([((rho <= k) & (r <= k) & (rho > 0)).sum() for k in K])
Q = both / (K * n)
R = ((n - 1) * Q - K)[:-1] / (n - 1 - K)[:-1]
print(json.dumps({
    "x": X.tolist(), "y": Y.tolist(),
    "ranks": [{"k": k, "trustworthiness": trustworthiness(X, Y, n_neighbors=k),
               "continuity": trustworthiness(Y, X, n_neighbors=k)} for k in (1, 5, 10, 29)],
    "qnx": Q[[0, 9, 58]].tolist(),                              # at 1, 10 and 59
    "rnx": float((R / K[:-1]).sum() / (1 / K[:-1]).sum()),
    "stress": float(np.sqrt(((D - E) ** 2).sum() / (D ** 2).sum())),
    "gap": float(np.sqrt(((Y - X[:, :2]) ** 2).sum() / ((Y - Y.mean(0)) ** 2).sum())),
    "truth": truth.tolist(), "predicted": predicted.tolist(),
    "accuracy": accuracy_score(truth, predicted),
    "balanced": balanced_accuracy_score(truth, predicted),
    "f1": f1_score(truth, predicted, average="macro"),
    "kappa": cohen_kappa_score(truth, predicted),
    "response": response.tolist(), "guess": guess.tolist(),
    "rmse": float(np.sqrt(mean_squared_error(response, guess))), "r2": r2_score(response, guess),
    "mae": mean_absolute_error(response, guess),
}))
