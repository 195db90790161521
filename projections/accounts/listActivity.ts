import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { Activity } from "./tables.ts"

/** What everybody may know that a person did. */
const PUBLIC: ReadonlySet<Activity["kind"]> = new Set(["joined", "named", "userName", "profile"])

export type ActivityPage = {
  /** Whether the person sees all of it, or somebody else what is public. */
  readonly isOwn: boolean
  readonly pageSize: number
  /** From 1. */
  readonly page: number
}

/** A page of what a person did, newest first. */
export const listActivity = Effect.fn("listActivity")(function* (
  personId: string,
  { isOwn, pageSize, page }: ActivityPage,
) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () =>
      sql<Array<{ entries: ReadonlyArray<Activity> }>>`select entries from read.activity where person_id = ${personId}`,
  )
  const all = (row?.entries ?? []).filter(({ kind }) => isOwn || PUBLIC.has(kind))
  const start = (page - 1) * pageSize
  return { entries: all.slice(start, start + pageSize), hasMore: all.length > start + pageSize }
})
