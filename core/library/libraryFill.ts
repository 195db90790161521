import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Progress of filling an empty library with the demo feeds, in feeds. */
export interface LibraryFill {
  readonly total: number
  readonly done: number
  /** How many of `done` could not be added; the next start tries them again. */
  readonly failed: number
}

/** Reads how far the library has been filled; null where it is complete or nothing fills it. */
export const libraryFill = Effect.fn("libraryFill")(function* () {
  const { client: sql } = yield* Sql
  const [fill] = yield* Effect.promise(
    () => sql<Array<LibraryFill>>`
      select feeds_total as total, feeds_done as done, feeds_failed as failed
      from meta.seed where finished_at is null limit 1`,
  )
  return fill ?? null
})
