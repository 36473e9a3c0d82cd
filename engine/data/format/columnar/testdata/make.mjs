// Writes kinds.parquet by DuckDB (@duckdb/node-api 1.5.6-r.1) and kinds.arrow by the Arrow
// library of JavaScript (apache-arrow 21.2.0):
//
//	npm install @duckdb/node-api apache-arrow && node make.mjs .
import { DuckDBInstance } from "@duckdb/node-api";
import * as arrow from "apache-arrow";
import { writeFileSync } from "node:fs";

const to = process.argv[2];
const db = await (await DuckDBInstance.create()).connect();
await db.run(`copy (select * from (values
  (1.5::double, true, date '1970-01-03', timestamp '1970-01-03 06:00:00', 9007199254740993::bigint, 18446744073709551615::ubigint, 12.34::decimal(9,2), -1234567890123456789.25::decimal(38,2), 'b'::enum('a','b'), [1, 2], 'u'),
  (null, null, null, null, null, null, null, null, null, null, null),
  (-2.5, false, date '1969-12-31', timestamp '1969-12-31 18:00:00.5', -7, 3, -0.05, 0.5, 'a', [], 'v')
) t(x, flag, day, "at", id, wide, price, long, level, tags, class)) to '${to}/kinds.parquet' (format parquet, compression zstd)`);

const nullable = (name, type) => new arrow.Field(name, type, true);
const column = (type, values) => arrow.vectorFromArray(values, type);
const table = new arrow.Table({
  x: column(new arrow.Float64(), [1.5, null, -2.5]),
  flag: column(new arrow.Bool(), [true, null, false]),
  day: column(new arrow.DateDay(), [new Date("1970-01-03"), null, new Date("1969-12-31")]),
  at: column(new arrow.TimestampMillisecond(), [new Date("1970-01-03T06:00:00Z"), null, new Date("1969-12-31T18:00:00.500Z")]),
  id: column(new arrow.Int64(), [9007199254740993n, null, -7n]),
  wide: column(new arrow.Uint64(), [18446744073709551615n, null, 3n]),
  small: column(new arrow.Int8(), [-100, null, 100]),
  level: column(new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), ["7", null, "5"]),
  tags: column(new arrow.List(nullable("item", new arrow.Int32())), [[1, 2], null, []]),
  class: column(new arrow.Utf8(), ["u", null, "v"]),
});
writeFileSync(`${to}/kinds.arrow`, arrow.tableToIPC(table, "file"));
