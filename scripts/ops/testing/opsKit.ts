import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { connect, type SqlClient } from "#core/kernel"
import { makeTestHome, testDatabase } from "#testing"
import { prepare } from "../../run/prepare.ts"
import { root } from "../../run/root.ts"
import { type Terminal, withTerminal } from "../lib/terminal.ts"
import { runOps } from "../runOps.ts"

/** The result of one run of the operators' CLI. */
export interface CommandRun {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Parses standard output as the one JSON document that `--json` prints. */
  readonly json: () => Document
}

/** Documents are read as scripts read them: by the names in docs/operations.md. */
export type Document = Readonly<Record<string, never>> & {
  readonly plan: ReadonlyArray<string>
  readonly done: boolean
}

/** Starts the CLI as its own process, as `npm run ops --` does. */
export const spawnOps = (env: NodeJS.ProcessEnv, parameters: ReadonlyArray<string>) => {
  const launch = ["--disable-warning=ExperimentalWarning", join(root, "scripts", "run", "launch.ts"), "ops"]
  const child = spawn(process.execPath, [...launch, ...parameters], { cwd: root, env: { ...process.env, ...env } })
  let out = ""
  let err = ""
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk
  })
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    err += chunk
  })
  const ended = once(child, "close").then(
    ([code, signal]): CommandRun => ({ code: code ?? signal, out, err, json: () => JSON.parse(out) }),
  )
  return { child, ended, err: () => err, out: () => out }
}

/**
 * Runs a command like the CLI, but in this process and one after another, because starting a process takes longer than
 * most commands. Process behavior (signals, pipes, settings that end it) is tested with `spawnOps`.
 */
export const runOpsInProcess = (env: NodeJS.ProcessEnv, parameters: ReadonlyArray<string>): Promise<CommandRun> => {
  const said = { out: "", err: "" }
  const speaker = (to: keyof typeof said) => ({
    write: (text: string) => {
      said[to] += text
      return true
    },
  })
  const own: Terminal = { env, stdout: speaker("out"), stderr: speaker("err") }
  const ended = last.then(() => withTerminal(own, () => runOps(parameters)))
  last = ended.catch(() => undefined)
  return ended.then(() => ({ code: Number(own.exitCode ?? 0), ...said, json: () => JSON.parse(said.out) }))
}
let last: Promise<void> = Promise.resolve()

/** The CLI on its own database, with the read models that a start would have built. */
export interface OpsKit {
  readonly sql: SqlClient
  readonly url: string
  readonly env: NodeJS.ProcessEnv
  readonly ops: (...parameters: ReadonlyArray<string>) => Promise<CommandRun>
  readonly stop: () => Promise<void>
}

const MASTER_KEY = Buffer.alloc(32, 7)

export const startOpsKit = async (more: NodeJS.ProcessEnv = {}): Promise<OpsKit> => {
  const db = await testDatabase()
  const home = makeTestHome()
  await prepare(db.url, MASTER_KEY, () => undefined)
  const sql = connect(db.url, { connectionsMax: 2, name: "test" })
  const env = {
    DATABASE_URL: db.url,
    QUIRE_DATA_DIR: home,
    MASTER_KEY: MASTER_KEY.toString("hex"),
    DEMO: "false",
    NODE_COMPILE_CACHE: join(root, ".quire", "compile-cache"),
    ...more,
  }
  return {
    sql,
    url: db.url,
    env,
    ops: (...parameters) => runOpsInProcess({ ...process.env, ...env }, parameters),
    stop: async () => {
      await sql.end()
      await db.drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Appends one raw event as it is stored in the log. Returns its position. */
export const appendRaw = async (sql: SqlClient, stream: string, type: string, data: object): Promise<number> => {
  const [row] = await sql<Array<{ position: number }>>`
    select es.append_one(gen_random_uuid(), ${stream}, -1, gen_random_uuid(), ${type}, ${JSON.stringify(data)}::text::jsonb,
      null, null, gen_random_uuid(), gen_random_uuid(), 'test', null) as position`
  return row?.position ?? 0
}

/** An access to a news item, the simplest event that a projection handles, in one of ten streams by day. */
export const appendAccess = (sql: SqlClient, number: number): Promise<number> => {
  const day = `2026-11-2${number % 10}`
  return appendRaw(sql, `access-${ACCESSED}:${day}`, "library.NewsAccessed.v1", {
    itemId: "7zkq2m4hd0v9x1c3b5n8",
    feedId: ACCESSED,
    accessedAt: `${day}T08:30:00.000Z`,
    from: "pc",
  })
}

const APPENDED_AT_ONCE = 1_000

/** Appends many of them as fast as the log allows. */
export const appendAccesses = async (sql: SqlClient, count: number): Promise<void> => {
  const data = { itemId: "7zkq2m4hd0v9x1c3b5n8", feedId: ACCESSED, accessedAt: "2026-11-20T08:30:00.000Z", from: "pc" }
  for (let from = 0; from < count; from += APPENDED_AT_ONCE) {
    await sql`
      select es.append(gen_random_uuid(),
        jsonb_build_array(jsonb_build_object('stream', ${`access-${ACCESSED}:2026-11-20`}::text, 'expected', -1, 'count', count(*))),
        jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'type', 'library.NewsAccessed.v1', 'data', ${JSON.stringify(data)}::text::jsonb)),
        gen_random_uuid(), gen_random_uuid(), 'test', null)
      from generate_series(1, ${Math.min(APPENDED_AT_ONCE, count - from)}::int)`
  }
}

const ACCESSED = "0a1b2c3d4e5f6g7h8j9k"
