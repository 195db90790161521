import { pipeline } from "node:stream/promises"
import { connect } from "#core/kernel"
import { Refused } from "../lib/exit.ts"
import { reachable } from "./dump.ts"
import { run, start } from "./programs.ts"

/** A line of `pg_restore --list` that creates a schema: `5; 2615 16386 SCHEMA - es quire`. */
const SCHEMA_LINE = /^\d+; \d+ \d+ SCHEMA - (\S+)/gm

/** Returns the schemas that a dump creates, from the output of `pg_restore --list`. */
export const schemasIn = (list: string): ReadonlyArray<string> =>
  Array.from(list.matchAll(SCHEMA_LINE), ([, name = ""]) => name).filter((name) => name !== "public")

/**
 * Restores a dump into a database in one transaction. First drops the schemas of the dump and newer read models;
 * everything else in the database is kept.
 */
export const undump = async (url: string, file: string): Promise<void> => {
  const schemas = schemasIn(await run("pg_restore", ["--list", file]))
  if (!schemas.includes("es")) throw new Refused(`${file} is not a backup of Quire.`)
  await refuseWhileUsed(url)
  const { database, env } = reachable(url)
  const reader = start("pg_restore", ["--no-owner", "--no-privileges", "--file=-", file])
  const writer = start("psql", ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", `--dbname=${database}`], {
    input: "pipe",
    env: { ...env, PGOPTIONS: "-c client_min_messages=warning" },
  })
  writer.child.stdout?.resume()
  const { stdin } = writer.child
  if (stdin === null || reader.child.stdout === null) throw new Error("a program has no pipe")
  stdin.write(`begin;\n${dropping(schemas)}`)
  const [piped, read] = await Promise.allSettled([pipeline(reader.child.stdout, stdin, { end: false }), reader.done])
  // COMMIT is sent only after the dump was read completely. Otherwise the session ends and everything is rolled back.
  const isWhole = piped.status === "fulfilled" && read.status === "fulfilled"
  if (!stdin.destroyed) stdin.end(isWhole ? "commit;\n" : "")
  // If psql fails, its pipe breaks and pg_restore fails too. The cause is in psql's output.
  await writer.done
  await reader.done
  if (piped.status === "rejected") throw piped.reason
}

const dropping = (schemas: ReadonlyArray<string>): string => `do $$ declare name text; begin
  for name in select nspname from pg_namespace
    where nspname in (${schemas.map((name) => `'${name.replaceAll("'", "''")}'`).join(", ")}) or nspname ~ '^rm_.*_[0-9]+$'
  loop execute format('drop schema %I cascade', name); end loop; end $$;\n`

const refuseWhileUsed = async (url: string): Promise<void> => {
  const sql = connect(url, { connectionsMax: 1, name: "quire-ops" })
  try {
    const [row] = await sql<Array<{ sessions: number }>>`
      select count(*) as sessions from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'quire%'`
    if (row && row.sessions > 0) {
      throw new Refused(
        `Quire has ${row.sessions} connections to the database. Stop it on every machine, then run this again.`,
      )
    }
  } finally {
    await sql.end()
  }
}
