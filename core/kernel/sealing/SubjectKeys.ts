import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import type { SqlClient } from "../database/Sql.ts"
import { decrypt, encrypt, KEY_BYTES } from "./cipher.ts"

/** Storage of subject keys. A shredded subject never gets another key. */
export type SubjectKeys = {
  /** The subject's key; "shredded" if it was deleted; null if there never was one. */
  readonly find: (subjectId: string) => Effect.Effect<Uint8Array | "shredded" | null>
  /** The subject's key, created if there is none; "shredded" if it was deleted. */
  readonly findOrMake: (subjectId: string) => Effect.Effect<Uint8Array | "shredded">
  /** Deletes the subject's key permanently, or prevents that one is ever created. Returns whether there was one. */
  readonly shred: (subjectId: string) => Effect.Effect<boolean>
}

/** Keys in PostgreSQL, each wrapped by the master key. */
export const postgresSubjectKeys = (sql: SqlClient, masterKey: Uint8Array): SubjectKeys => {
  const find = async (subjectId: string) => {
    const [row] = await sql<Array<{ wrapped: Uint8Array | null }>>`
      select wrapped from es.subject_key where subject_id = ${subjectId}`
    if (row === undefined) return null
    return row.wrapped === null ? ("shredded" as const) : decrypt(masterKey, subjectId, row.wrapped)
  }
  return {
    find: (subjectId) => Effect.promise(() => find(subjectId)),
    findOrMake: (subjectId) =>
      Effect.promise(async () => {
        await sql`insert into es.subject_key (subject_id, wrapped)
          values (${subjectId}, ${encrypt(masterKey, subjectId, randomBytes(KEY_BYTES))}) on conflict do nothing`
        return (await find(subjectId)) ?? "shredded"
      }),
    shred: (subjectId) =>
      Effect.promise(async () => {
        // The first statement always leaves a row, so the second cannot miss a key that is created concurrently.
        await sql`insert into es.subject_key (subject_id, shredded_at) values (${subjectId}, now()) on conflict do nothing`
        const rows = await sql`update es.subject_key set wrapped = null, shredded_at = now()
          where subject_id = ${subjectId} and wrapped is not null returning 1`
        return rows.length > 0
      }),
  }
}

/** Keys in memory, for unit tests. */
export const memorySubjectKeys = (): SubjectKeys => {
  const keys = new Map<string, Uint8Array | "shredded">()
  return {
    find: (subjectId) => Effect.sync(() => keys.get(subjectId) ?? null),
    findOrMake: (subjectId) =>
      Effect.sync(() => {
        const key = keys.get(subjectId) ?? randomBytes(KEY_BYTES)
        keys.set(subjectId, key)
        return key
      }),
    shred: (subjectId) =>
      Effect.sync(() => {
        const had = keys.get(subjectId) instanceof Uint8Array
        keys.set(subjectId, "shredded")
        return had
      }),
  }
}
