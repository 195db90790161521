import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { documentBenchmarks } from "./bench/lib/record.ts"
import { configurationTable, envExample, withTable } from "./run/configuration.ts"
import { root } from "./run/root.ts"
import { scaleTables } from "./scale/tables.ts"

/**
 * `npm run document`: generates .env.example and the table of docs/operations.md from the list of variables, the tables
 * of docs/scale.md from their model, and those of docs/benchmarks.md from the goals and the recorded figures of the benches.
 */
const operations = join(root, "docs", "operations.md")
writeFileSync(join(root, ".env.example"), envExample())
writeFileSync(operations, withTable(readFileSync(operations, "utf8"), configurationTable()))
const scale = join(root, "docs", "scale.md")
writeFileSync(scale, withTable(readFileSync(scale, "utf8"), scaleTables()))
await documentBenchmarks()
console.log(
  ".env.example and docs/operations.md list the variables, docs/scale.md and docs/benchmarks.md the figures as they are",
)
