-- sqlite3 wines.db < wines.sql, by SQLite 3.40.1
PRAGMA page_size = 512;
CREATE TABLE wines (id INTEGER, alcohol REAL, made DATE, at TIMESTAMP, organic BOOLEAN, class TEXT);
INSERT INTO wines VALUES (9007199254740993, 12.5, '1970-01-03', '1970-01-03 06:00:00', 1, 'u');
INSERT INTO wines VALUES (2, NULL, NULL, NULL, NULL, NULL);
INSERT INTO wines VALUES (3, 13, '1969-12-31', '1969-12-31 18:00:00', 0, ' v ');
CREATE TABLE "odd ""name" (x, picture BLOB);
INSERT INTO "odd ""name" VALUES (1, x'00ff');
CREATE VIEW strong AS SELECT alcohol, class FROM wines WHERE alcohol > 12;
