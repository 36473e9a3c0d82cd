"""Prints the reference values of the tests: scikit-learn on six rows."""
import numpy as np
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import MinMaxScaler, StandardScaler

X = np.array([[5.1, 3.5, 1e6 + 1], [4.9, 3.0, 1e6 + 2], [6.3, 3.3, 1e6 + 4],
              [5.8, 2.7, 1e6 + 8], [7.1, 3.0, 1e6 + 16], [6.3, 2.9, 1e6 + 32]])
held = np.array([[6.0, 3.1, 1e6]])
for scaler in StandardScaler(), StandardScaler(with_std=False), MinMaxScaler():
    scaler.fit(X)
    print(scaler, [repr(v) for v in scaler.transform(np.vstack([X[:2], held])).ravel()])
M = np.array([[1, 2, 7], [np.nan, 4, 7], [4, np.nan, 9], [4, 10, 9], [10, 3, np.nan]])
for by in "mean", "median", "most_frequent":
    print(by, SimpleImputer(strategy=by).fit(M).statistics_)
