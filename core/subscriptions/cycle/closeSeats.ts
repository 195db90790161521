import { STAY_MS_MIN } from "../limits.ts"
import type { RuleState } from "../rule/Rule.ts"
import { splitByWeight } from "../splitByWeight.ts"
import type { CycleState } from "./Cycle.ts"
import type { CycleClosed } from "./events.ts"

const WHOLE_PER_MILLE = 1_000

export type SeatsEnd = {
  /** Creators whose wallets are closed. */
  readonly closedIds: ReadonlySet<string>
  /** When the payer ended premium, if they did. */
  readonly stoppedMs?: number
}

/**
 * What becomes of the premium seats of a cycle: each is paid to its creator alone, less the platform's cut, for the time
 * that it lasted, rounded up. The rest is returned: after the payer ended it, who pays for at least 7 days, and from the
 * second in which the creator left.
 */
export const closeSeats = (
  { n, endMs, cutPerMille, seats: paid }: NonNullable<CycleState>,
  { seats, seatsLeft }: Pick<RuleState, "seats" | "seatsLeft">,
  { closedIds, stoppedMs }: SeatsEnd,
): NonNullable<(typeof CycleClosed.Type)["seats"]> =>
  paid.map(({ creatorId, units, fromMs, chargedMs }) => {
    const since = seats.get(creatorId)?.fromMs ?? fromMs
    const stopMs = stoppedMs === undefined ? endMs : Math.max(stoppedMs, since + STAY_MS_MIN)
    // Leaving ends everything that was charged before, later periods, too.
    const leftMs = (seatsLeft.get(creatorId) ?? []).find((ms) => ms >= chargedMs) ?? endMs
    const ms = Math.max(0, Math.min(endMs, stopMs, leftMs) - fromMs)
    const whole = BigInt(Math.max(1, endMs - fromMs))
    const used = closedIds.has(creatorId) ? 0n : (units * BigInt(ms) + whole - 1n) / whole
    const [share = 0n, cut = 0n] =
      used === 0n ? [] : splitByWeight(used, [BigInt(WHOLE_PER_MILLE - cutPerMille), BigInt(cutPerMille)], n)
    return { creatorId, units: String(share), cut: String(cut), returned: String(units - used) }
  })
