import { decrypt, type SqlClient } from "#core/kernel"

/** Whether the master key opens the personal data of a database; null if there are none yet. */
export const opensData = async (sql: SqlClient, key: Uint8Array): Promise<boolean | null> => {
  const [row] = await sql<Array<{ id: string; wrapped: Uint8Array }>>`
    select subject_id as id, wrapped from es.subject_key where wrapped is not null limit 1`
  if (row === undefined) return null
  try {
    decrypt(key, row.id, row.wrapped)
    return true
  } catch {
    return false
  }
}
