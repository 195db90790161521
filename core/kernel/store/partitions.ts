import { Effect } from "effect"
import { Sql } from "../database/Sql.ts"

/** Number of positions in one partition of the log. */
export const PARTITION_POSITIONS = 50_000_000
/** Minimum number of free positions after the last one: hours of appends at the maximum rate of the store. */
export const PARTITION_ROOM_POSITIONS = 25_000_000

/**
 * Adds the next partition of the log before it is needed; call it hourly and at every start. Appends and reads continue
 * while it runs. Returns how many partitions were added. If the table stays locked, it fails after five seconds with a
 * defect; the next call tries again.
 */
export const ensurePartitions = (
  size: number = PARTITION_POSITIONS,
  room: number = PARTITION_ROOM_POSITIONS,
): Effect.Effect<number, never, Sql> =>
  Effect.flatMap(Sql, ({ client: sql }) =>
    Effect.promise(async () => {
      const [row] = await sql<Array<{ made: number }>>`select es.ensure_partitions(${size}, ${room}) as made`
      return row?.made ?? 0
    }),
  )
