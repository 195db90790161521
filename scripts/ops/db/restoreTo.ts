import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { isUuid } from "#core/kernel"
import { Withdrawals } from "#core/wallet"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { erasuresFileOf } from "#src/worker/reactors/recordErasures.ts"
import { type Copy, listCopies } from "../../run/backups/copies.ts"
import { type BackupSettings, noteBackups, prepareDirectories, walDirectory } from "../../run/backups/places.ts"
import { recover } from "../../run/backups/recover.ts"
import { startDatabase } from "../../run/database.ts"
import { migrate } from "../../run/migrate.ts"
import { changeOwner, postgresAccount } from "../../run/postgres.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { opensData } from "../lib/opensData.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import { refuseMissingKey, type Session, withSession } from "../lib/session.ts"
import { terminal } from "../lib/terminal.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { eraseKnown, findSubject } from "../subjects/eraseKnown.ts"
import { asOperator } from "../wallet/asOperator.ts"
import { beginEra } from "./beginEra.ts"
import { compareOutside, type Outside } from "./outside.ts"
import { run } from "./programs.ts"
import { type Cluster, whileStopped } from "./stopped.ts"

/**
 * Restores the embedded database to a time, from the copies and the archived log in BACKUP_DIR. Then it begins a new era,
 * stops withdrawals, because the chains may know of payouts that the database does not, and erases again who was erased
 * since. If any of that fails, the previous data are put back.
 */
export const restoreTo = (settings: CommandSettings, to: string, yes: boolean, output: Output): Promise<void> => {
  const { backupDir, databaseUrl, dataDirectory } = settings
  if (databaseUrl !== undefined)
    throw new Refused("DATABASE_URL names a server of your own. Restore it with its tools, such as pgBackRest.")
  if (backupDir === undefined) throw new Refused("BACKUP_DIR is not set, so there are no backups to restore from.")
  // Before hours of work, not after them.
  refuseMissingKey(settings)
  const until = parseTime(to)
  const copy = listCopies(backupDir).findLast(({ endedAt }) => until === null || endedAt <= until)
  if (copy === undefined)
    throw new Refused(
      `${backupDir} has no copy of the data from before ${to}. db backups lists all${settings.backupS3Url === undefined ? "" : ", and db fetch-backups fetches those of the bucket"}.`,
    )
  return whileStopped(dataDirectory, (cluster) => {
    const steps = [
      ...(cluster.isThere ? [`set ${cluster.data} aside, under a name that says when`] : []),
      `unpack the copy of ${copy.beganAt.toISOString()}, and replay the log ${until === null ? "to its end" : `up to ${until.toISOString()}`}`,
      "begin a new era of the log, so that processes and browsers forget what is gone",
      "compare the log with its newest recorded proof, and list what others have seen that it does not have",
      "stop all withdrawals, until operators resume them",
      "erase again who was erased since then",
    ]
    return runPlan({ yes, output, steps }, async () => {
      const backups = { directory: backupDir }
      const archived = new Set(readdirSync(walDirectory(backupDir)))
      const kept = setAside(cluster)
      try {
        await recoverCluster(cluster, { copy, until, backups, kept, dataDirectory })
        const { erased, outside } = await withSession((session) => secure(session, backupDir, to))
        report(output, kept, erased)
        reportOutside(output, outside)
        if (!outside.proofHolds) terminal().exitCode = EXIT.nothingDone
        return { kept, erased, outside, restoredTo: until?.toISOString() ?? "latest" }
      } catch (error) {
        putBack(cluster, kept)
        removeLog(backupDir, archived)
        throw error instanceof Refused ? error : new Refused(`Nothing was restored: ${error}`)
      }
    })
  })
}

/** A time with its offset; null for `latest`. */
export const parseTime = (text: string): Date | null => {
  if (text === "latest") return null
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || !/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text))
    throw new Refused("--to takes a time with its offset, such as 2026-11-27T14:30:00Z, or latest.", EXIT.usage)
  return time
}

const setAside = ({ home, data, isThere }: Cluster): string | null => {
  if (!isThere) return null
  const kept = join(home, `before-${new Date().toISOString().replaceAll(":", "-")}`)
  mkdirSync(kept, { mode: 0o700 })
  changeOwner(kept, postgresAccount(data))
  renameSync(data, join(kept, "data"))
  if (existsSync(join(home, "password"))) renameSync(join(home, "password"), join(kept, "password"))
  return kept
}

const putBack = ({ home, data }: Cluster, kept: string | null): void => {
  rmSync(data, { recursive: true, force: true })
  if (kept === null) return
  renameSync(join(kept, "data"), data)
  if (existsSync(join(kept, "password"))) renameSync(join(kept, "password"), join(home, "password"))
  rmSync(kept, { recursive: true })
}

/** Removes the timeline of a failed restore: the next one to `latest` would follow it. */
const removeLog = (backupDirectory: string, archived: ReadonlySet<string>): void => {
  for (const name of readdirSync(walDirectory(backupDirectory)))
    if (!archived.has(name)) rmSync(join(walDirectory(backupDirectory), name))
}

type Restoring = {
  readonly copy: Copy
  readonly until: Date | null
  readonly backups: BackupSettings
  readonly kept: string | null
  readonly dataDirectory: string
}

const recoverCluster = async ({ home }: Cluster, { copy, until, backups, kept, dataDirectory }: Restoring) => {
  const account = postgresAccount(kept === null ? undefined : join(kept, "data"))
  prepareDirectories(backups.directory, account)
  // Another machine may have other numbers of users.
  if (account.uid !== undefined)
    await run("chown", ["-R", `${account.uid}:${account.gid}`, walDirectory(backups.directory)])
  const unpack = async (file: string, into: string) => {
    await run("tar", ["-xzpof", file, "-C", into, "data", "password"])
    if (account.uid !== undefined)
      await run("chown", ["-R", `${account.uid}:${account.gid}`, join(into, "data"), join(into, "password")])
  }
  const before = kept === null ? null : join(kept, "data")
  const server = await recover(home, { copy, settings: backups, unpack, until, before })
  await server.stop()
  noteBackups(dataDirectory, backups)
  const { url, close } = await startDatabase(dataDirectory)
  try {
    // As the next start does: the copy may be of an earlier release.
    await migrate(url)
    await beginEra(url)
  } finally {
    await close()
  }
}

type Secured = { readonly erased: number; readonly outside: Outside }

/** Compares with the outside, stops withdrawals and repeats erasures. Returns how many were repeated. */
const secure = async (session: Session, backupDirectory: string, to: string): Promise<Secured> => {
  if ((await opensData(session.sql, session.masterKey)) === false)
    throw new Refused(
      "The master key of this machine does not open the personal data of the backup. Set the MASTER_KEY with which " +
        "the database was filled, or restore its master.key. Nothing was restored.",
    )
  // Before the first new event, which would end the restored log later.
  const outside = await compareOutside(session.sql, backupDirectory)
  await session.run(refreshAssetTypes)
  await session.run(
    Withdrawals.use((withdrawals) => withdrawals.stop(null, `the database was restored to ${to}`)).pipe(
      asOperator,
      Effect.catchTag("CommandReused", Effect.die),
    ),
  )
  let erased = 0
  for (const id of readErasures(erasuresFileOf(backupDirectory))) {
    const facts = await findSubject(session, id)
    const isDone = facts.announced && !facts.key && !facts.account
    if (isDone || (facts.events === 0 && !facts.known && !facts.account)) continue
    await eraseKnown(session, id, facts)
    erased += 1
  }
  await waitUntilCaughtUp(session)
  return { erased, outside }
}

/** A last line that a crash has cut is not a record: the reactor repeats it. */
const readErasures = (file: string): ReadonlySet<string> => {
  if (!existsSync(file)) return new Set()
  const ids = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => /"subjectId":"([^"]+)"/.exec(line)?.[1] ?? [])
  return new Set(ids.filter(isUuid))
}

const report = (output: Output, kept: string | null, erased: number): void => {
  output.say(
    kept === null ? "Restored." : `Restored. What was there before is in ${kept}; delete it when it is not needed.`,
  )
  output.say(`Erased again: ${erased}. Withdrawals are stopped.`)
  output.say("After the start: events verify --kept with the last proof in your mailbox, and wallet reconcile;")
  output.say("then resume withdrawals (wallet resume-withdrawals).")
}

const SEEN: Readonly<Record<string, string>> = {
  "wallet.WithdrawalBroadcast.v1": "payouts on a chain",
  "newsletters.BatchSubmitted.v1": "batches of letters",
  "publishing.PostPublished.v1": "published posts",
}
/** More of one kind are only counted; --json has all. */
const LISTED_MAX = 20

const reportOutside = (output: Output, { unknown, mails, proof, proofHolds }: Outside): void => {
  if (proof === null) output.say("No proof of the log is recorded beside the backups.")
  else if (proofHolds) output.say(`The restored log agrees with the newest recorded proof, ${proof}.`)
  else output.say(`The restored log does not agree with the newest recorded proof, ${proof}: it was changed.`)
  for (const [type, name] of Object.entries(SEEN)) {
    const seen = unknown.filter((record) => record.type === type)
    if (seen.length === 0) continue
    output.say(`Others have seen ${seen.length} ${name} that this database does not know:`)
    for (const { recordedAt, stream, txid } of seen.slice(0, LISTED_MAX))
      output.say(`  ${recordedAt} ${stream}${txid === undefined ? "" : ` ${txid}`}`)
  }
  if (mails > 0) output.say(`${mails} mails wait in the queue; those that had left already will be sent again.`)
}
