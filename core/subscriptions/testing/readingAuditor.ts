import type { CycleEvent } from "../cycle/events.ts"
import type { RuleEvent } from "../rule/events.ts"

type Parts = Extract<RuleEvent, { readonly _tag: "subscriptions.ReadingPartsSet.v1" }>

const SIX_HOURS_MS = 21_600_000

/**
 * Checks the parts by reading time that a rule recorded, against its other events. It shares no code with the product.
 * Each creator of the rule, and nobody else, has a part: at least a quarter of an equal one and 1.00 of the fee of the
 * period, at most 0.7, in sum all of it. Sharing is on, and six hours are between two changes.
 */
export const readingProblems = (log: ReadonlyArray<RuleEvent | CycleEvent>): ReadonlyArray<string> => {
  const members = new Set<string>()
  const fees = new Map<number, bigint>()
  const problems: Array<string> = []
  let [isOn, lastMs] = [false, Number.NaN]
  for (const event of log) {
    if (event._tag === "subscriptions.CreatorSet.v1") {
      if (event.weight === 0) members.delete(event.creatorId)
      else members.add(event.creatorId)
    }
    if (event._tag === "subscriptions.TermBegun.v1") for (const { n } of event.cycles) fees.set(n, BigInt(event.msf))
    if (event._tag === "subscriptions.ReadingShareSet.v1") isOn = event.isOn
    if (event._tag !== "subscriptions.ReadingPartsSet.v1") continue
    const setMs = new Date(event.setAt).getTime()
    const isFair = isOn && areFair(event, members, fees.get(event.cycle) ?? 0n)
    if (!isFair || Math.abs(setMs - lastMs) < SIX_HOURS_MS)
      problems.push(`cycle ${event.cycle} has the parts ${event.parts.map(({ perMille }) => perMille).join(" ")}`)
    lastMs = setMs
  }
  return problems
}

const areFair = ({ parts }: Parts, members: ReadonlySet<string>, fee: bigint): boolean => {
  const sum = parts.reduce((all, { perMille }) => all + perMille, 0)
  const ids = new Set(parts.map(({ creatorId }) => creatorId))
  const areEnough = parts.every(
    ({ perMille }) =>
      perMille * parts.length * 4 > 1_000 - parts.length * 4 && perMille <= 700 && BigInt(perMille) * fee >= 100_000n,
  )
  return areEnough && sum === 1_000 && ids.size === members.size && [...ids].every((id) => members.has(id))
}
