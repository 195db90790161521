import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { FORWARD_PER_MILLE_MAX, FORWARDS_MAX } from "../limits.ts"
import { NoForward } from "../refusals.ts"
import { type ForwardEvent, ForwardSet, IncomingForwardSet } from "./events.ts"
import type { ForwardsState } from "./PersonForwards.ts"

type SettingOf = { readonly creatorId: string; readonly toId: string; readonly nowMs: number }
type Changes = { readonly own: ReadonlyArray<ForwardEvent>; readonly other: ReadonlyArray<ForwardEvent> }

/**
 * Sets the part of their payments that a creator passes on to somebody. What was passed on is not passed on again, so one
 * level is all there is; two people who pass on to each other are refused.
 * @param perMille thousandths; 0 ends it, which is always possible
 */
export const setForward =
  ({ creatorId, toId, nowMs }: SettingOf, perMille: number) =>
  ({
    own,
    other,
  }: {
    readonly own: ForwardsState
    readonly other: ForwardsState
  }): Result.Result<Changes, NoForward> => {
    const reason = problemOf({ creatorId, toId }, perMille, own, other)
    if (reason !== null) return Result.fail(new NoForward({ reason }))
    if ((own.to.get(toId) ?? 0) === perMille) return Result.succeed({ own: [], other: [] })
    const setAt = formatIso(nowMs)
    return Result.succeed({
      own: [ForwardSet.make({ creatorId, toId, perMille, setAt })],
      other: [IncomingForwardSet.make({ creatorId: toId, fromId: creatorId, perMille, setAt })],
    })
  }

const problemOf = (
  { creatorId, toId }: Omit<SettingOf, "nowMs">,
  perMille: number,
  own: ForwardsState,
  other: ForwardsState,
): NoForward["reason"] | null => {
  if (creatorId === toId) return "oneself"
  if (!Number.isInteger(perMille) || perMille < 0 || perMille > FORWARD_PER_MILLE_MAX) return "part"
  if (perMille === 0) return null
  if (own.from.has(toId) || other.to.has(creatorId)) return "loop"
  const others = [...own.to].filter(([personId]) => personId !== toId)
  if (others.length >= FORWARDS_MAX) return "many"
  const sum = others.reduce((all, [, part]) => all + part, perMille)
  return sum > FORWARD_PER_MILLE_MAX ? "sum" : null
}
