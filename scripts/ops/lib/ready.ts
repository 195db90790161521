import { existsSync } from "node:fs"
import { join } from "node:path"
import type { SqlClient } from "#core/kernel"
import { embeddedHome } from "../../run/database.ts"
import { readMigrations } from "../../run/migrate.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { Refused } from "./exit.ts"

/**
 * Refuses where there is nothing to operate on: a mistyped directory must not make a new database, and a new key would
 * open nothing of what the old one sealed.
 */
export const refuseMissing = ({ databaseUrl, dataDirectory, masterKey }: CommandSettings): void => {
  const hasCluster = () => existsSync(dataDirectory) && existsSync(join(embeddedHome(dataDirectory), "data"))
  if (databaseUrl === undefined && !hasCluster()) {
    throw new Refused(`There is no embedded database in ${dataDirectory}. npm start makes one.`)
  }
  if (masterKey === undefined && !existsSync(join(dataDirectory, "master.key"))) {
    throw new Refused(`There is no master key in ${dataDirectory}. Bring master.key back, or set MASTER_KEY.`)
  }
}

/** Refuses a database whose schema is not this program's: a look must not change it, least of all under a running product. */
export const refuseOtherSchema = async (sql: SqlClient): Promise<void> => {
  const [found] = await sql<Array<{ there: boolean }>>`select to_regclass('meta.migration') is not null as there`
  if (!found?.there) throw new Refused("The database is empty: npm start or npm run migrate makes it ready.")
  const applied = await sql<
    Array<{ number: number; name: string }>
  >`select number, name from meta.migration order by number`
  const files = readMigrations()
  const foreign = applied.find(({ number }) => !files.some((file) => file.number === number))
  if (foreign)
    throw new Refused(
      `The database has ${foreign.name}, which this program does not know: it is older than the database.`,
    )
  const missing = files.find(({ number }) => !applied.some((each) => each.number === number))
  if (missing)
    throw new Refused(`The database lacks ${missing.name}: npm start or npm run migrate brings it up to date.`)
}
