import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { MIGRATIONS } from "../src/process/migrations.ts"
import { dumpSchema } from "./run/dumpSchema.ts"
import { startTestCluster } from "./testing/cluster.ts"

/**
 * Writes migrations/schema.sql: the schema of a new database after all migrations. With `--check` it changes nothing
 * and fails if the file differs, showing the first different line.
 */
const file = join(MIGRATIONS, "schema.sql")
const cluster = await startTestCluster()
const schema = await dumpSchema(cluster.templateUrl).finally(cluster.stop)
const committed = existsSync(file) ? readFileSync(file, "utf8") : ""

if (!process.argv.includes("--check")) {
  writeFileSync(file, schema)
  console.log(schema === committed ? "migrations/schema.sql is current" : "migrations/schema.sql was rewritten")
} else if (schema !== committed) {
  const [wanted, found] = [schema.split("\n"), committed.split("\n")]
  const line = wanted.findIndex((text, index) => text !== found[index])
  console.error(`migrations/schema.sql is not what the migrations make. The first difference is in line ${line + 1}:`)
  console.error(`  in the file:    ${found[line] ?? "(end)"}\n  in a database:  ${wanted[line] ?? "(end)"}`)
  console.error("Rewrite it with: npm run schema")
  process.exitCode = 1
}
