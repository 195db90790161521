import type { CycleEvent } from "../cycle/events.ts"

/**
 * Checks what creators passed on of their payments. It shares no code with the product: parts are compared as fractions.
 */

type Closed = Extract<CycleEvent, { readonly _tag: "subscriptions.CycleClosed.v1" }>
type Payment = Closed["shares"][number]

/** What a creator passes on, in thousandths, by receiver. */
export type PartsInForce = (creatorId: string) => ReadonlyMap<string, number>

/**
 * Problems of what was passed on in a closed cycle; empty if all is right.
 * @param inForce the parts at that time; without it, only what the event says of itself is checked
 */
export const auditForwarded = (closed: Closed, inForce?: PartsInForce): ReadonlyArray<string> =>
  [...closed.shares, ...(closed.seats ?? [])].flatMap((payment) =>
    paymentProblems(payment, inForce?.(payment.creatorId)).map((problem) => `cycle ${closed.n}: ${problem}`),
  )

const paymentProblems = (
  { creatorId, units, forwarded = [] }: Payment,
  wanted: ReadonlyMap<string, number> | undefined,
): ReadonlyArray<string> => {
  const whole = BigInt(units)
  const name = `of ${creatorId}`
  if (new Set(forwarded.map(({ toId }) => toId)).size < forwarded.length) return [`two parts ${name} for one person`]
  if (forwarded.some(({ toId }) => toId === creatorId)) return [`a part ${name} for themselves`]
  if (wanted !== undefined) {
    const strangers = forwarded.filter(({ toId, perMille }) => wanted.get(toId) !== perMille)
    if (strangers.length > 0) return [`parts ${name} that are not in force`]
  }
  // A part that is less than a unit may be rounded to nothing, and is not recorded then.
  const parts = new Map(forwarded.map(({ toId, perMille, units: part }) => [toId, { perMille, units: BigInt(part) }]))
  for (const [toId, perMille] of wanted ?? []) if (!parts.has(toId)) parts.set(toId, { perMille, units: 0n })
  const passed = [...parts.values()].reduce((sum, part) => sum + part.units, 0n)
  const perMilles = [...parts.values()].reduce((sum, { perMille }) => sum + perMille, 0)
  if (perMilles > 500) return [`${perMilles} thousandths ${name}`]
  const all = [...parts.values(), { perMille: 1_000 - perMilles, units: whole - passed }]
  const isNear = all.every((part) => {
    const off = part.units * 1_000n - whole * BigInt(part.perMille)
    return -1_000n < off && off < 1_000n
  })
  if (!isNear) return [`parts ${name} are not their thousandths of ${units}`]
  if (wanted === undefined) return []
  const restOf = (part: { readonly perMille: number }) => (whole * BigInt(part.perMille)) % 1_000n
  const isUp = (part: { readonly perMille: number; readonly units: bigint }) =>
    part.units * 1_000n > whole * BigInt(part.perMille)
  const up = all.filter(isUp).map(restOf)
  const down = all.filter((part) => !isUp(part)).map(restOf)
  return up.every((rest) => down.every((other) => rest >= other)) ? [] : [`parts ${name} are rounded the wrong way`]
}
