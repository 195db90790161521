import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { connect, databaseHosts, type SqlClient } from "#core/kernel"
import { digestOfPolicy, policiesOf } from "./consoleEvents.ts"
import { CONSOLE_SEQUENCES, CONSOLE_TABLES, CONSOLE_VIEWS, grantsOf } from "./consolePrivileges.ts"

/** The role of the console in the embedded PostgreSQL. */
const ROLE = "quire_console"
/** PostgreSQL's error code for a lock that was not granted in time. */
const LOCK_NOT_AVAILABLE = "55P03"
/** Iterations of SCRAM-SHA-256, the default of PostgreSQL. */
const SCRAM_ITERATIONS = 4_096

/** A new policy waits this long for readers and writers of the log, and lets them go first before it tries again. */
const POLICY_LOCK = { waitMs: 1_000, pauseMs: 500, attemptsMax: 40 }

/** The role of the console has privileges that it must not have, or does not exist. */
export class ConsoleRoleRefused extends Error {
  override readonly name = "ConsoleRoleRefused"
}

/**
 * Creates the console's role in the embedded PostgreSQL, with a password that is new at each start and nowhere stored.
 * @param role another name, for tests whose databases share a server
 * @returns the connection string with which the console connects
 */
export const createConsoleRole = async (url: string, role = ROLE): Promise<string> => {
  const password = randomBytes(24).toString("hex")
  const sql = connect(url, { connectionsMax: 1, name: "quire-console-role" })
  try {
    const [found] = await sql`select from pg_roles where rolname = ${role}`
    // The server gets no password, but what proves it: neither its log nor its write-ahead log can tell it.
    await sql.unsafe(`${found ? "alter" : "create"} role ${role} login password '${scramVerifier(password)}'`)
  } finally {
    await sql.end()
  }
  const own = new URL(url)
  own.username = role
  own.password = password
  return own.href
}

/** What PostgreSQL stores of a password (RFC 5803). */
const scramVerifier = (password: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, "sha256")
  const mac = (text: string) => createHmac("sha256", salted).update(text).digest()
  const storedKey = createHash("sha256").update(mac("Client Key")).digest("base64")
  const serverKey = mac("Server Key").toString("base64")
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`
}

/**
 * Gives the console's role exactly what the console needs, in one transaction: what it had before is revoked first. Before
 * that, it limits which events the role can append.
 * @param url of the owner of the tables, who applies migrations
 * @param consoleUrl names the role
 * @throws ConsoleRoleRefused if the role does not exist, or has privileges that cannot be revoked
 */
export const grantConsole = async (url: string, consoleUrl: string): Promise<void> => {
  const role = decodeURIComponent(new URL(databaseHosts(consoleUrl)[0]?.url ?? consoleUrl).username)
  const sql = connect(url, { connectionsMax: 1, name: "quire-console-role" })
  try {
    await refuseMighty(sql, role)
    await limitAppends(sql, role)
    const name = quoted(role)
    const schemas = (
      await sql<Array<{ schema: string }>>`
      select nspname as schema from pg_namespace where nspname !~ '^(pg_|rm_|information_schema$|public$)'`
    ).map(({ schema }) => quoted(schema))
    const used = new Set([CONSOLE_VIEWS, ...Object.keys(CONSOLE_TABLES).map((table) => table.split(".")[0] ?? "")])
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(hashtext('console role'), 0)`
      await transaction.unsafe(
        [
          ...schemas.flatMap((schema) => [
            `revoke all on all tables in schema ${schema} from ${name}`,
            `revoke all on all sequences in schema ${schema} from ${name}`,
            `revoke all on schema ${schema} from ${name}`,
          ]),
          ...[...used].map((schema) => `grant usage on schema ${schema} to ${name}`),
          ...Object.entries(CONSOLE_TABLES).flatMap(([table, privileges]) => grantsOf(name, table, privileges)),
          ...CONSOLE_SEQUENCES.map((sequence) => `grant usage, select on sequence ${sequence} to ${name}`),
          `grant select on all tables in schema ${CONSOLE_VIEWS} to ${name}`,
          `alter default privileges in schema ${CONSOLE_VIEWS} grant select on tables to ${name}`,
        ].join("; "),
      )
    })
  } finally {
    await sql.end()
  }
}

/** Sets the policies of the log. Only a release that changes them takes the lock of the table. */
const limitAppends = async (sql: SqlClient, role: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sql.begin(async (transaction) => {
        await transaction`select pg_advisory_xact_lock(hashtext('console role'), 0)`
        if (await isLimited(transaction, role)) return
        await transaction.unsafe([`set local lock_timeout = ${POLICY_LOCK.waitMs}`, ...policiesOf(role)].join("; "))
      })
    } catch (error) {
      const isBusy = (error as { readonly code?: string }).code === LOCK_NOT_AVAILABLE
      if (!isBusy || attempt === POLICY_LOCK.attemptsMax) throw error
      await sleep(POLICY_LOCK.pauseMs)
    }
  }
}

/** Whether the database limits which events the role can append, as this release does it. */
export const isLimited = async (sql: Pick<SqlClient, "unsafe">, role: string): Promise<boolean> => {
  const [found] = await sql.unsafe<Array<{ isLimited: boolean }>>(
    `select c.relrowsecurity and exists (
       select from pg_policy p where p.polrelid = c.oid and p.polname = $1 and not p.polpermissive
         and obj_description(p.oid, 'pg_policy') = $2) as "isLimited"
     from pg_class c where c.oid = 'es.event'::regclass`,
    [role, digestOfPolicy(role)],
  )
  return found?.isLimited === true
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Privileges cannot be taken from a superuser, from the owner of the tables, or from who may become one. */
const refuseMighty = async (sql: SqlClient, role: string): Promise<void> => {
  const [found] = await sql<Array<{ isMighty: boolean }>>`
    select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or exists (
      select from pg_class c where c.relnamespace = 'es'::regnamespace and pg_has_role(r.oid, c.relowner, 'member'))
      or exists (select from pg_auth_members m where m.member = r.oid) as "isMighty"
    from pg_roles r where rolname = ${role}`
  if (found === undefined)
    throw new ConsoleRoleRefused(`There is no database role ${role}. Create it: create role ${role} login password '…'`)
  if (found.isMighty)
    throw new ConsoleRoleRefused(
      `The database role ${role} of CONSOLE_DATABASE_URL could do more than the console needs. Use one without attributes ` +
        "and memberships, which owns nothing.",
    )
}
