import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Directory of the numbered migrations, two levels above this file and above its bundles in dist/roles. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url))

/**
 * `expand` only adds what the release before does not notice, so its processes may go on and start again. Everything else
 * is `contract`.
 */
export type MigrationKind = "expand" | "contract"

/** One file `0001_what_it_does.sql`. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
  readonly kind: MigrationKind
}

/** What the database records of a migration. */
export type AppliedMigration = Omit<Migration, "text">

/** The database and the files differ in a way that no migration can repair. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused"
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
const MARK = /^-- (expand|contract)$/m

/** The kind that the first line declares; undefined without a declaration, which counts as `contract`. */
export const declaredKind = (text: string): MigrationKind | undefined =>
  MARK.exec(text.slice(0, text.indexOf("\n")))?.[1] as MigrationKind | undefined

/** Returns all migrations of a directory in order; ignores other files. */
export function readMigrations(directory: string = MIGRATIONS): ReadonlyArray<Migration> {
  const migrations = readdirSync(directory)
    .filter((name) => name.endsWith(".sql") && name !== "schema.sql")
    .sort()
    .map((name): Migration => {
      const number = Number(FILE_NAME.exec(name)?.[1])
      if (!number) throw new MigrationRefused(`migrations/${name} is not named like 0001_what_it_does.sql`)
      const text = readFileSync(join(directory, name), "utf8")
      const checksum = createHash("sha256").update(text).digest("hex")
      return { number, name, text, checksum, kind: declaredKind(text) ?? "contract" }
    })
  for (const [index, { number, name }] of migrations.entries()) {
    const previous = migrations[index - 1]
    if (previous?.number === number)
      throw new MigrationRefused(`migrations/${previous.name} and ${name} have the same number`)
  }
  return migrations
}

export type SchemaComparison = {
  /** Files that the database lacks. */
  readonly missing: ReadonlyArray<Migration>
  /** Applied migrations of a later release that this program may run with. */
  readonly ahead: ReadonlyArray<AppliedMigration>
}

/**
 * Compares the files of this program with what is applied.
 * @throws MigrationRefused if an applied file changed or came later than it should have, or if the database has a
 * migration that this program does not know and that is not marked as `expand`
 */
export function compareSchema(
  files: ReadonlyArray<Migration>,
  applied: ReadonlyArray<AppliedMigration>,
): SchemaComparison {
  const byNumber = new Map(files.map((file) => [file.number, file]))
  const ahead = applied.filter(({ number }) => !byNumber.has(number))
  const foreign = ahead.find(({ kind }) => kind !== "expand")
  if (foreign)
    throw new MigrationRefused(
      `The database has ${foreign.name}, which this program does not know: it is older than the database.`,
    )
  const changed = applied.find(({ number, checksum }) => (byNumber.get(number)?.checksum ?? checksum) !== checksum)
  if (changed)
    throw new MigrationRefused(
      `migrations/${byNumber.get(changed.number)?.name} changed after it was applied. Restore it and write a new migration. If the data may be lost, ` +
        "delete the database instead (npm start keeps its own in .quire) and start again.",
    )
  const newest = applied.at(-1)
  const missing = files.filter((file) => !applied.some(({ number }) => number === file.number))
  const late = missing.find((file) => newest && file.number < newest.number)
  if (late && newest)
    throw new MigrationRefused(
      `migrations/${late.name} comes before ${newest.name}, which is applied. Give it a higher number.`,
    )
  return { missing, ahead }
}
