import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { Sql } from "../database/Sql.ts"
import { EVENT_DATA_BYTES_MAX } from "../store/EventStore.ts"
import { decrypt, encrypt, KEY_BYTES } from "./cipher.ts"
import { memorySubjectKeys, postgresSubjectKeys, type SubjectKeys } from "./SubjectKeys.ts"
import { checkBytes, storableJson } from "./storableJson.ts"

/** How long a process can still open a subject's data after another process shredded the key. */
export const KEY_KEPT_SECONDS_MAX = 10
const KEYS_KEPT_MAX = 10_000

/**
 * Encrypts personal data per subject, so that deleting one key erases the person from every event, copy and backup.
 * Each subject has its own key, wrapped by the master key. The associated data is the event's id, so a sealed part
 * cannot be moved to another event. Subjects are UUIDs.
 */
export class Sealing extends Context.Service<
  Sealing,
  {
    /**
     * Seals a JSON value; creates the subject's key on first use. Defects: a shredded subject, and a value that the
     * open part of an event could not hold either (EVENT_DATA_BYTES_MAX, texts that PostgreSQL refuses).
     */
    seal(subjectId: string, eventId: string, value: unknown): Effect.Effect<Uint8Array>
    /** Opens a sealed value; null if the subject's key was shredded. A missing key and a changed byte are defects. */
    open(subjectId: string, eventId: string, sealed: Uint8Array): Effect.Effect<unknown>
    /**
     * Loads the subject's key into the cache, so that sealing needs no query: for a writer that seals data of many
     * subjects in sequence. False if the subject was erased.
     */
    ready(subjectId: string): Effect.Effect<boolean>
    /** Deletes the subject's key permanently. Returns whether there was one. See eraseSubject. */
    shred(subjectId: string): Effect.Effect<boolean>
  }
>()("core/kernel/Sealing") {
  /** @param masterKey 32 bytes from the configuration; it never leaves the process. */
  static layer(masterKey: Uint8Array) {
    if (masterKey.length !== KEY_BYTES) throw new Error(`a master key has ${KEY_BYTES} bytes, not ${masterKey.length}`)
    return Layer.effect(
      Sealing,
      Effect.flatMap(Sql, ({ client }) => make(postgresSubjectKeys(client, masterKey))),
    )
  }

  /** Keys in memory, for the in-memory store of unit tests. */
  static readonly layerMemory = Layer.effect(
    Sealing,
    Effect.suspend(() => make(memorySubjectKeys())),
  )
}

const make = Effect.fnUntraced(function* (keys: SubjectKeys) {
  const cache = yield* Cache.makeWith((subjectId: string) => keys.find(subjectId), {
    capacity: KEYS_KEPT_MAX,
    // Any process may create a missing key at any time.
    timeToLive: (exit) =>
      Exit.isSuccess(exit) && exit.value !== null ? Duration.seconds(KEY_KEPT_SECONDS_MAX) : Duration.zero,
  })

  return Sealing.of({
    seal: Effect.fnUntraced(function* (subjectId, eventId, value) {
      const subject = subjectId.toLowerCase()
      const key = (yield* Cache.get(cache, subject)) ?? (yield* keys.findOrMake(subject))
      if (key === "shredded") return yield* Effect.die(new Error(`subject ${subject} was erased`))
      // It could never be queried, and the read models that copy it hold no more than the log.
      const text = storableJson("a sealed part", value)
      checkBytes("a sealed part", text, EVENT_DATA_BYTES_MAX)
      return encrypt(key, eventId, Buffer.from(text))
    }),
    open: Effect.fnUntraced(function* (subjectId, eventId, sealed) {
      const key = yield* Cache.get(cache, subjectId.toLowerCase())
      if (key === "shredded") return null
      // Shredding leaves a mark, so a missing key is a loss (such as keys not restored) and must not count as an
      // erasure.
      if (key === null) return yield* Effect.die(new Error(`the key of subject ${subjectId} is missing`))
      return JSON.parse(decrypt(key, eventId, sealed).toString("utf8"))
    }),
    ready: Effect.fnUntraced(function* (subjectId) {
      const subject = subjectId.toLowerCase()
      const known = yield* Cache.get(cache, subject)
      if (known !== null) return known !== "shredded"
      // The cache does not keep the result that a key is missing, so the second call loads the new key.
      return (yield* keys.findOrMake(subject)) !== "shredded" && (yield* Cache.get(cache, subject)) !== "shredded"
    }),
    shred: Effect.fnUntraced(function* (subjectId) {
      const subject = subjectId.toLowerCase()
      const had = yield* keys.shred(subject)
      yield* Cache.invalidate(cache, subject)
      return had
    }),
  })
})
