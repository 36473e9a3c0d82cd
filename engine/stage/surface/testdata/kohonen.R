# Writes kohonen.csv: quantisation errors, mean distances of rows to their units, of
# kohonen::som, for the rows that som_test.go makes by the same formula. Several seeds
# each, since it draws its start and, without mode="batch", the order of rows.
suppressMessages(library(kohonen))
i <- 0:399
t <- 2 * ((i * 0.6180339887498949) %% 1) - 1
s <- 2 * ((i * 0.7548776662466927) %% 1) - 1
x <- cbind(cos(3 * t), sin(3 * t), 1.5 * s, t * s, s^2)
cat(sprintf("# R %s, kohonen %s\n", getRversion(), packageVersion("kohonen")), file = "kohonen.csv")
cat("shape,neighbourhood,mode,seed,error\n", file = "kohonen.csv", append = TRUE)
for (shape in c("rectangular", "hexagonal")) for (near in c("gaussian", "bubble")) for (mode in c("online", "batch")) for (seed in 1:5) {
  set.seed(seed)
  m <- som(x, grid = somgrid(8, 6, shape, neighbourhood.fct = near), rlen = 100, mode = mode)
  codes <- getCodes(m)
  d <- sapply(1:nrow(x), function(r) min(sqrt(colSums((t(codes) - x[r, ])^2))))
  cat(sprintf("%s,%s,%s,%d,%.6f\n", shape, near, mode, seed, mean(d)), file = "kohonen.csv", append = TRUE)
}
