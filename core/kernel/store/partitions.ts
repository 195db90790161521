import { Effect } from "effect"
import { Sql } from "../database/Sql.ts"

/** Positions that one partition of the log holds. */
export const PARTITION_POSITIONS = 50_000_000
/** Room that there always is beyond the last position drawn: hours of appends at any rate the store can take. */
export const PARTITION_ROOM_POSITIONS = 25_000_000

/**
 * Adds the next partition of the log before it is needed; call it hourly and at every start. Appends and readers go on
 * meanwhile. Answers how many partitions were added. Where the table is locked for long it fails after five seconds, a
 * defect that the next call makes good.
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
