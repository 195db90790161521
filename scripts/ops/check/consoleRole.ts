import { Redacted } from "effect"
import { connect } from "#core/kernel"
import { isLimited } from "../../run/consoleRole.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"

const role = findingsOf("console role")

/** The database role of the console: whether there is one, it can connect, and PostgreSQL keeps it from changing the log. */
export const consoleRoleCheck = ({ roles, databaseUrl, consoleDatabaseUrl }: CommandSettings): Check => ({
  name: "console role",
  todo: "Create the role that CONSOLE_DATABASE_URL names, and correct host, password and database.",
  run: async (): Promise<ReadonlyArray<Finding>> => {
    if (databaseUrl === undefined) return [role.ok("of the embedded PostgreSQL, which npm start makes")]
    if (consoleDatabaseUrl !== undefined) return [await judgeRole(Redacted.value(consoleDatabaseUrl))]
    if (!roles.includes("console")) return [role.ok("no console runs here")]
    return [
      role.warning(
        "the console uses the role that owns the tables",
        "Create a role that owns nothing, and set CONSOLE_DATABASE_URL.",
      ),
    ]
  },
})

const judgeRole = async (url: string): Promise<Finding> => {
  const sql = connect(url, { connectionsMax: 1, name: "quire check" })
  try {
    const [found] = await sql<Array<{ name: string; maySee: boolean; mayChange: boolean }>>`
      select current_user as name, bool_or(has_schema_privilege(n.oid, 'usage')) is true as "maySee",
        bool_or(has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete')) is true as "mayChange"
      from pg_namespace n left join pg_class c on c.relnamespace = n.oid and c.relname = 'event' where n.nspname = 'es'`
    if (found?.mayChange)
      return role.problem(
        `${found.name} may change the log`,
        "Use a role that is no superuser and owns nothing. A start and npm run migrate grant it what it needs.",
      )
    if (found?.maySee && !(await isLimited(sql, found.name)))
      return role.problem(
        `${found.name} may append events of anybody`,
        "Run npm run migrate of this release with CONSOLE_DATABASE_URL, or start Quire.",
      )
    return found?.maySee
      ? role.ok(`${found.name} may append what operations write, and not change the log`)
      : role.warning("it has no rights yet", "Run npm run migrate with CONSOLE_DATABASE_URL, or start Quire.")
  } finally {
    void sql.end({ timeout: 0 })
  }
}
