import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { Activity } from "./tables.ts"

/** Activities that everyone may see. */
const PUBLIC: ReadonlySet<Activity["kind"]> = new Set(["joined", "named", "userName", "profile"])

export type ActivityPage = {
  /** True for the person's own page with all activities, false for the public ones. */
  readonly isOwn: boolean
  readonly pageSize: number
  /** From 1. */
  readonly page: number
}

/** A page of a person's activities, newest first. */
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
