import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { Sql } from "./Sql.ts"

const ALGORITHM = "aes-256-gcm"
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals personal data per subject, so that dropping one key erases the person from every event, copy and backup.
 * Each subject has a key of its own, wrapped by the master key; the associated data is the event's id, so a sealed
 * part cannot be moved to another event.
 */
export class Sealing extends Context.Service<
  Sealing,
  {
    /** Seals a JSON value; the subject's key is made at its first use. A shredded subject cannot be sealed for: a defect. */
    seal(subjectId: string, eventId: string, value: unknown): Effect.Effect<Uint8Array>
    /** The value again, or null once the subject's key was shredded. */
    open(subjectId: string, eventId: string, sealed: Uint8Array): Effect.Effect<unknown>
    /** Drops the subject's key for good. Answers whether there was one. Append SubjectErased beside it. */
    shred(subjectId: string): Effect.Effect<boolean>
  }
>()("core/kernel/Sealing") {
  /** @param masterKey 32 bytes from the configuration; it never leaves the process. */
  static layer(masterKey: Uint8Array) {
    return Layer.effect(
      Sealing,
      Effect.gen(function* () {
        const { client: sql } = yield* Sql

        const keyOf = async (subjectId: string): Promise<Buffer | null> => {
          const [row] = await sql<Array<{ wrapped: Uint8Array | null }>>`
            select wrapped from es.subject_key where subject_id = ${subjectId}`
          return row?.wrapped ? decrypt(masterKey, subjectId, row.wrapped) : null
        }

        const newKey = async (subjectId: string): Promise<Buffer | null> => {
          await sql`insert into es.subject_key (subject_id, wrapped)
            values (${subjectId}, ${encrypt(masterKey, subjectId, randomBytes(KEY_BYTES))}) on conflict do nothing`
          return keyOf(subjectId)
        }

        return Sealing.of({
          seal: (subjectId, eventId, value) =>
            Effect.promise(async () => {
              const key = (await keyOf(subjectId)) ?? (await newKey(subjectId))
              if (key === null) throw new Error(`subject ${subjectId} was erased`)
              return encrypt(key, eventId, Buffer.from(JSON.stringify(value)))
            }),
          open: (subjectId, eventId, sealed) =>
            Effect.promise(async () => {
              const key = await keyOf(subjectId)
              return key === null ? null : JSON.parse(decrypt(key, eventId, sealed).toString("utf8"))
            }),
          shred: (subjectId) =>
            Effect.promise(async () => {
              const rows = await sql`update es.subject_key set wrapped = null, shredded_at = now()
                where subject_id = ${subjectId} and wrapped is not null returning 1`
              return rows.length > 0
            }),
        })
      }),
    )
  }

  /** Keys in memory, for the in-memory store of unit tests. */
  static readonly layerMemory = Layer.sync(Sealing, () => {
    const keys = new Map<string, Buffer | null>()
    return Sealing.of({
      seal: (subjectId, eventId, value) =>
        Effect.sync(() => {
          const key = keys.get(subjectId) ?? (keys.has(subjectId) ? null : randomBytes(KEY_BYTES))
          if (key === null) throw new Error(`subject ${subjectId} was erased`)
          keys.set(subjectId, key)
          return encrypt(key, eventId, Buffer.from(JSON.stringify(value)))
        }),
      open: (subjectId, eventId, sealed) =>
        Effect.sync(() => {
          const key = keys.get(subjectId)
          return key ? JSON.parse(decrypt(key, eventId, sealed).toString("utf8")) : null
        }),
      shred: (subjectId) =>
        Effect.sync(() => {
          const had = Boolean(keys.get(subjectId))
          keys.set(subjectId, null)
          return had
        }),
    })
  })
}

const encrypt = (key: Uint8Array, associated: string, plain: Uint8Array): Buffer => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(associated))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Uint8Array, associated: string, sealed: Uint8Array): Buffer => {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(associated))
    .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()])
}
