import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { changeOwner, type Postgres, postgresAccount, startPostgres } from "../postgres.ts"
import { waitUntil } from "../processes.ts"
import type { Copy } from "./copies.ts"
import { archiveParameters, type BackupSettings, OPEN_SUFFIX, walDirectory } from "./places.ts"

const RECOVERY_MS_MAX = 6 * 3_600_000

export type Recovery = {
  readonly copy: Copy
  readonly settings: BackupSettings
  /** Unpacks data and password of the copy into a directory. */
  readonly unpack: (file: string, into: string) => Promise<void>
  /** Everything that was committed until then is restored; null for all there is. */
  readonly until: Date | null
  /** The data directory that was there before, whose newest log may not be archived yet; null if it is lost. */
  readonly before: string | null
}

/**
 * Restores a copy into `home`, and replays the archived log up to a time. Resolves with the running server, which is a
 * primary on a new timeline.
 * @throws Error if the log ends before that time; then nothing but `home`/data was changed
 */
export const recover = async (home: string, recovery: Recovery): Promise<Postgres> => {
  const { copy, settings, unpack, until, before } = recovery
  const account = postgresAccount(existsSync(home) ? home : undefined)
  const data = join(home, "data")
  mkdirSync(home, { recursive: true, mode: 0o700 })
  changeOwner(home, account)
  await unpack(join(copy.directory, "data.tar.gz"), home)
  for (const name of ["pg_wal", "pg_replslot"]) {
    mkdirSync(join(data, name), { recursive: true, mode: 0o700 })
    changeOwner(join(data, name), account)
  }
  copyFileSync(join(copy.directory, "backup_label"), join(data, "backup_label"))
  writeFileSync(join(data, "recovery.signal"), "")
  for (const name of ["backup_label", "recovery.signal"]) changeOwner(join(data, name), account)
  const server = await startPostgres(home, {
    durability: "durable",
    parameters: {
      ...archiveParameters(settings),
      restore_command: restoreCommand(walDirectory(settings.directory), before),
      ...(until !== null && { recovery_target_time: targetOf(until), recovery_target_action: "promote" }),
    },
  })
  const sql = postgres(server.url("postgres"), { max: 1, onnotice: () => undefined })
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  try {
    const isPrimary = async () =>
      hasEnded ||
      (await sql<Array<{ is: boolean }>>`select not pg_is_in_recovery() as is`.catch(() => []))[0]?.is === true
    await waitUntil(isPrimary, RECOVERY_MS_MAX)
    if (hasEnded)
      throw new Error(`PostgreSQL could not replay its log up to this time; see ${join(home, "postgres.log")}`)
    return server
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A segment from the archive, otherwise from the data that were there before, otherwise as far as it was copied. */
const restoreCommand = (wal: string, before: string | null): string =>
  [
    `{ test -f ${wal}/%f.gz && gzip -dc ${wal}/%f.gz > "%p"; }`,
    ...(before === null ? [] : [`{ test -f "${before}/pg_wal/%f" && cp "${before}/pg_wal/%f" "%p"; }`]),
    `{ test -f ${wal}/%f${OPEN_SUFFIX} && cp ${wal}/%f${OPEN_SUFFIX} "%p"; }`,
  ].join(" || ")

/** PostgreSQL reads this setting before it knows abbreviations such as Z. */
const targetOf = (until: Date): string => until.toISOString().replace("T", " ").replace("Z", "+00")
