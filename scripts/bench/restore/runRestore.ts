import { rmSync } from "node:fs"
import { connect } from "#core/kernel"
import { openPeople, TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { type CommandRun, spawnOps } from "../../ops/testing/opsKit.ts"
import { listCopies } from "../../run/backups/copies.ts"
import { noteBackups } from "../../run/backups/places.ts"
import { embeddedHome, startDatabase } from "../../run/database.ts"
import { migrate } from "../../run/migrate.ts"
import { runningUrl } from "../../run/postgres.ts"
import { waitUntil } from "../../run/processes.ts"
import { makeTestHome } from "../../testing/home.ts"
import { type Product, postgresPid, startProduct } from "../../testing/product.ts"
import { compare, FACT, startWriters } from "../failover/runFailovers.ts"
import { FEEDS_CALL } from "../restart/steadyLoad.ts"

/** Streams of the log that is there before. */
const STREAMS = 1_000
/** One event in so many is written after the copy, so that a restore replays it from PostgreSQL's log. */
const LATER_SHARE = 10
const RESTORE = ["db", "restore", "--to", "latest", "--yes"]
const COPY_MS_MAX = 600_000
const SERVE_MS_MAX = 60_000

export type RestoreFigures = {
  /** From the start of the restore until pages and calls are answered. */
  readonly restoredMs: number
  /** The part of it that the restore took. */
  readonly commandMs: number
  /** How long before the loss the first event was acknowledged that is missing; 0 if none is. */
  readonly lostMs: number
  readonly lost: number
  readonly doubled: number
  readonly acknowledged: number
  /** Events in the log after the restore. */
  readonly events: number
  readonly copyBytes: number
}

export type RestoreOptions = {
  readonly events: number
  /** How long writers write before the disk vanishes. */
  readonly writeMs: number
  readonly log: (line: string) => void
  /** Further settings of the product and of its commands. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called when only the backups are left. */
  readonly onLost?: (backupDirectory: string, restore: Restore) => Promise<void>
}

/** Runs a command of `ops` as the new machine would, by default the restore itself. */
export type Restore = (masterKey: string, command?: ReadonlyArray<string>) => Promise<CommandRun>

/**
 * Runs the product with continuous backups, removes its data directory with SIGKILL while writers write, and restores it
 * elsewhere from the backups alone, as on a new machine.
 */
export async function runRestore({ events, writeMs, log, settings, onLost }: RestoreOptions): Promise<RestoreFigures> {
  const [lostHome, home, backups] = [makeTestHome(), makeTestHome(), makeTestHome()]
  const undo: Array<() => unknown> = [
    () => {
      for (const each of [lostHome, home, backups]) rmSync(each, { recursive: true, force: true })
    },
  ]
  const env = { ...settings, BACKUP_DIR: backups, MASTER_KEY: TEST_MASTER_KEY }
  try {
    const before = events - Math.floor(events / LATER_SHARE)
    await fillCluster(lostHome, backups, before)
    const product = await startProduct({ home: lostHome, env })
    undo.push(product.stop)
    const url = urlOf(lostHome)
    if (!(await waitUntil(() => listCopies(backups).length === 1, COPY_MS_MAX))) throw new Error("no backup was made")
    const copyBytes = listCopies(backups)[0]?.bytes ?? 0
    log(`a copy of ${before} events has ${Math.round(copyBytes / 1e6)} MB`)
    const people = openPeople({ url })
    await people.make({ displayName: "Ada" })
    await people.close()
    await seed(url, before, events)

    const writing = await startWriters(url)
    await new Promise((resolve) => setTimeout(resolve, writeMs))
    const lostAt = performance.now()
    loseDisk(product, lostHome)
    const acknowledged = await writing.stop()
    await product.ended
    log(`the disk vanished after ${acknowledged.size} acknowledged facts`)
    const restore: Restore = (masterKey, command = RESTORE) =>
      spawnOps({ ...env, MASTER_KEY: masterKey, DATABASE_URL: "", QUIRE_DATA_DIR: home }, command).ended
    await onLost?.(backups, restore)

    const began = performance.now()
    const { code, err } = await restore(TEST_MASTER_KEY)
    if (code !== 0) throw new Error(`the restore failed: ${err}`)
    const commandMs = performance.now() - began
    const restored = await startProduct({ home, env })
    undo.push(restored.stop)
    const isServing = () => answers(restored.origin)
    if (!(await waitUntil(isServing, SERVE_MS_MAX))) throw new Error("the restored product does not answer")
    const restoredMs = performance.now() - began
    const { lost, lostSince, doubled } = await compare(urlOf(home), acknowledged)
    return {
      ...{ restoredMs, commandMs, lost, doubled, copyBytes },
      lostMs: lostSince === null ? 0 : lostAt - lostSince,
      acknowledged: acknowledged.size,
      events: await countEvents(urlOf(home)),
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

const fillCluster = async (home: string, backups: string, events: number): Promise<void> => {
  noteBackups(home, { directory: backups })
  const database = await startDatabase(home)
  try {
    await migrate(database.url)
    await seed(database.url, 0, events)
  } finally {
    await database.close()
  }
}

/** Writes facts directly into the log, of about the size that the facts of the product have. */
const seed = async (url: string, from: number, to: number): Promise<void> => {
  const sql = connect(url, { connectionsMax: 1 })
  try {
    await sql.begin(async (transaction) => {
      await transaction`
        insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
        select nextval('es.position'), 'bench-old' || n % ${STREAMS}::int, (n - 1) / ${STREAMS}::int + 1, gen_random_uuid(),
          ${FACT}, gen_random_uuid(), gen_random_uuid(), 'system', jsonb_build_object('id', -n, 'note', repeat('lorem ipsum ', 20))
        from generate_series(${from + 1}::int, ${to}::int) n`
    })
  } finally {
    await sql.end()
  }
}

const urlOf = (home: string): string => {
  const url = runningUrl(embeddedHome(home), "quire")
  if (url === undefined) throw new Error("PostgreSQL does not run")
  return url
}

/** Everything of the machine ends at once, and its directory is gone. */
const loseDisk = (product: Product, home: string): void => {
  const postgres = postgresPid(home)
  for (const pid of [product.pid, postgres]) process.kill(pid, "SIGKILL")
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

const answers = async (origin: string): Promise<boolean> => {
  const page = await fetch(`${origin}/newsfeeds`)
  const call = await fetch(`${origin}${FEEDS_CALL.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: FEEDS_CALL.body ?? "",
  })
  await Promise.all([page.arrayBuffer(), call.arrayBuffer()])
  return page.ok && call.ok
}

const countEvents = async (url: string): Promise<number> => {
  const sql = connect(url, { connectionsMax: 1 })
  const [row] = await sql<Array<{ events: number }>>`select count(*)::int as events from es.event`
  await sql.end()
  return row?.events ?? 0
}
