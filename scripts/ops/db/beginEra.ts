import { beginRestoredEra, connect } from "#core/kernel"

/**
 * Begins a new era of the log in a restored database: browsers may have read events that it does not have. A backup of an
 * earlier release has no eras yet, so its first one is new anyway.
 */
export const beginEra = async (databaseUrl: string): Promise<void> => {
  const sql = connect(databaseUrl, { connectionsMax: 1, name: "quire restore" })
  try {
    const [row] = await sql<Array<{ hasEras: boolean }>>`select to_regclass('es.era') is not null as "hasEras"`
    if (row?.hasEras === true) await beginRestoredEra(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
