import { formatIso } from "#core/kernel"
import type { CycleState } from "./Cycle.ts"
import { CycleClosed } from "./events.ts"

/** Closes a cycle whose payment is taken back: all of it is returned, and access to it ends now. */
export const undoCycle = (
  { personId, number, n, assetTypeId, startMs, endMs, units, seats, gift }: NonNullable<CycleState>,
  nowMs: number,
): typeof CycleClosed.Type =>
  CycleClosed.make({
    ...{ personId, number, n, assetTypeId, shares: [], cut: "0", returned: String(units), paydayId: null },
    endsAt: formatIso(Math.min(endMs, Math.max(startMs, nowMs))),
    ...(seats.length === 0
      ? {}
      : {
          seats: seats.map((seat) => ({
            ...{ creatorId: seat.creatorId, units: "0", cut: "0", returned: String(seat.units) },
          })),
        }),
    ...(gift === null ? {} : { gift }),
    ...{ isUndone: true, closedAt: formatIso(nowMs) },
  })
