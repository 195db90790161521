import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Progress of loading the demo feeds into an empty library, in feeds. */
export interface LibraryFill {
  readonly total: number
  readonly done: number
  /** Feeds of `done` that could not be added; the next start retries them. */
  readonly failed: number
}

/** Reads the progress; null if it is complete or not running. */
export const libraryFill = Effect.fn("libraryFill")(function* () {
  const { client: sql } = yield* Sql
  const [fill] = yield* Effect.promise(
    () => sql<Array<LibraryFill>>`
      select feeds_total as total, feeds_done as done, feeds_failed as failed
      from meta.seed where finished_at is null limit 1`,
  )
  return fill ?? null
})
