import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { Posts } from "../posts/Posts.ts"
import { type NoPost, OtherTab } from "../refusals.ts"

/** Fields of the composer by their names, as they were typed. */
export type TypedFields = Readonly<Record<string, string>>

/** Unsaved changes of a post. */
export type Autosave = {
  readonly fields: TypedFields
  /** The version that the changes were made on. */
  readonly baseRevision: number
  /** Grows with each autosave of the post. */
  readonly saveNumber: number
  readonly savedAtMs: number
}

export type KeepAutosave = Pick<Autosave, "fields" | "baseRevision"> & {
  readonly postId: string
  /** Names the tab that writes. */
  readonly tab: string
  /** The last `saveNumber` that this tab knows; 0 for none. Null overwrites whatever there is. */
  readonly seen: number | null
}

/** Days after which unsaved changes are deleted. */
const KEPT_DAYS = 90
const DAY_MS = 86_400_000

/** Unsaved changes of posts. They are rows, because nobody needs their history. */
export class Autosaves extends Context.Service<
  Autosaves,
  {
    /** Keeps what is in the composer. Refuses if another tab has written what this one has not seen. */
    keep(
      personId: string,
      change: KeepAutosave,
    ): Effect.Effect<Pick<Autosave, "saveNumber" | "savedAtMs">, NoPost | OtherTab>
    /** The unsaved changes of one's own post, or null. */
    find(personId: string, postId: string): Effect.Effect<Autosave | null>
    /** Deletes the unsaved changes of one's own post, because they were saved or are not wanted. */
    discard(personId: string, postId: string): Effect.Effect<void>
    /** Deletes the unsaved changes of a post that was deleted. */
    forget(postId: string): Effect.Effect<void>
    /** Deletes changes that nobody came back for. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/publishing/Autosaves") {
  static readonly layer = Layer.effect(
    Autosaves,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const posts = yield* Posts

      const found = (personId: string, postId: string) =>
        Effect.promise(async () => {
          const [row] = await sql<Array<AutosaveRow>>`
            select fields, base_revision, save_number, tab, saved_at from publishing.autosave
            where post_id = ${postId} and person_id = ${personId}`
          return row ?? null
        })

      return Autosaves.of({
        keep: Effect.fn("Autosaves.keep")(function* (personId, { postId, tab, seen, baseRevision, fields }) {
          const savedAtMs = yield* Clock.currentTimeMillis
          const savedAt = new Date(savedAtMs)
          const written = sql.json(fields)
          const [updated] = yield* Effect.promise(
            () => sql<Array<{ save_number: number }>>`
              update publishing.autosave
              set fields = ${written}, base_revision = ${baseRevision}, tab = ${tab},
                  save_number = save_number + 1, saved_at = ${savedAt}
              where post_id = ${postId} and person_id = ${personId}
                and (${seen}::integer is null or save_number = ${seen}::integer or tab = ${tab})
              returning save_number`,
          )
          if (updated !== undefined) return { saveNumber: updated.save_number, savedAtMs }
          // A row of another tab, or none yet: only then the author is read from the log.
          yield* posts.read(personId, postId)
          const [inserted] = yield* Effect.promise(
            () => sql<Array<{ save_number: number }>>`
              insert into publishing.autosave (post_id, person_id, base_revision, save_number, tab, fields, saved_at)
              values (${postId}, ${personId}, ${baseRevision}, 1, ${tab}, ${written}, ${savedAt})
              on conflict (post_id) do nothing
              returning save_number`,
          )
          if (inserted !== undefined) return { saveNumber: inserted.save_number, savedAtMs }
          const other = yield* found(personId, postId)
          return yield* new OtherTab({ savedAtMs: other?.saved_at.getTime() ?? savedAtMs })
        }),

        find: Effect.fn("Autosaves.find")(function* (personId, postId) {
          const row = yield* found(personId, postId)
          if (row === null) return null
          const { fields, base_revision, save_number, saved_at } = row
          return { fields, baseRevision: base_revision, saveNumber: save_number, savedAtMs: saved_at.getTime() }
        }),

        discard: (personId, postId) =>
          Effect.promise(async () => {
            await sql`delete from publishing.autosave where post_id = ${postId} and person_id = ${personId}`
          }),

        forget: (postId) =>
          Effect.promise(async () => {
            await sql`delete from publishing.autosave where post_id = ${postId}`
          }),

        sweep: Effect.gen(function* () {
          const before = new Date((yield* Clock.currentTimeMillis) - KEPT_DAYS * DAY_MS)
          yield* Effect.promise(() => sql`delete from publishing.autosave where saved_at < ${before}`)
        }),
      })
    }),
  )
}

type AutosaveRow = {
  readonly fields: TypedFields
  readonly base_revision: number
  readonly save_number: number
  readonly tab: string
  readonly saved_at: Date
}
