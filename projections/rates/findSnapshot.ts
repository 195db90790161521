import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { RateOrigin } from "#core/wallet"
import type { SnapshotMids } from "./tables.ts"

/** A snapshot of rates as it was taken. */
export type FoundSnapshot = { readonly origin: RateOrigin; readonly takenAt: Date; readonly mids: SnapshotMids }

/** The snapshot by which something was priced, or null. */
export const findSnapshot = Effect.fn("findSnapshot")(function* (snapshotId: string) {
  const { client: sql } = yield* Sql
  const [found] = yield* Effect.promise(
    () => sql<Array<FoundSnapshot>>`
      select origin, taken_at as "takenAt", mids from read.rate_snapshot where snapshot_id = ${snapshotId}`,
  )
  return found ?? null
})
