import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { READING_INTERVAL_MS } from "../limits.ts"
import { NoReadingShare, NoRule } from "../refusals.ts"
import { ReadingPartsSet, ReadingShareSet, type RuleEvent } from "../rule/events.ts"
import { creatorIdsOf, cycleAt, type RuleOf, type RuleState } from "../rule/Rule.ts"
import { areReadingParts, readingBounds } from "./readingParts.ts"

/** What a payer changes about sharing by reading time. */
export type ReadingChange = {
  readonly isOn?: boolean
  /** Parts of all creators of the rule in the running period, in thousandths. */
  readonly parts?: ReadonlyMap<string, number>
}

/** Turns sharing by reading time on or off, and sets the parts of the running period: all of it or nothing. */
export const changeReading =
  ({ personId, number, nowMs }: RuleOf, { isOn, parts }: ReadingChange) =>
  (state: RuleState): Result.Result<ReadonlyArray<RuleEvent>, NoReadingShare | NoRule> => {
    if (state.personId === null) return Result.fail(new NoRule())
    const rule = { personId, number }
    const { reading, term } = state
    const setAt = formatIso(nowMs)
    const cycle = cycleAt(term, nowMs)?.n ?? null
    const turned =
      isOn === undefined || isOn === reading.isOn ? [] : [ReadingShareSet.make({ ...rule, isOn, cycle, setAt })]
    if (parts === undefined) return Result.succeed(turned)
    const refuse = (reason: NoReadingShare["reason"]) => Result.fail(new NoReadingShare({ reason }))
    if (!(isOn ?? reading.isOn)) return refuse("off")
    if (cycle === null || term === null) return refuse("unpaid")
    const creatorIds = creatorIdsOf(state)
    if (creatorIds.length < 2) return refuse("alone")
    const bounds = readingBounds(creatorIds.length, term.msf)
    if (bounds === null) return refuse("fee")
    if (parts.size !== creatorIds.length || !creatorIds.every((creatorId) => parts.has(creatorId)))
      return refuse("creators")
    if (!areReadingParts([...parts.values()], bounds)) return refuse("parts")
    const before = reading.parts.get(cycle)
    if (before !== undefined && creatorIds.every((creatorId) => before.get(creatorId) === parts.get(creatorId)))
      return Result.succeed(turned)
    // A time in the future is of a clock that was set back, and must not block.
    if (reading.setMs !== null && Math.abs(nowMs - reading.setMs) < READING_INTERVAL_MS) return refuse("often")
    const listed = creatorIds.map((creatorId) => ({ creatorId, perMille: parts.get(creatorId) ?? 0 }))
    return Result.succeed([...turned, ReadingPartsSet.make({ ...rule, cycle, parts: listed, setAt })])
  }
