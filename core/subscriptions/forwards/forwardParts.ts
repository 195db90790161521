import { splitByWeight } from "../splitByWeight.ts"
import type { Forward } from "./PersonForwards.ts"

const WHOLE_PER_MILLE = 1_000

/** What creators pass on of each payment, by creator. */
export type ForwardsByCreator = ReadonlyMap<string, ReadonlyArray<Forward>>

/**
 * Splits what a creator is paid into parts for others, by the method of the largest remainder; the creator keeps the rest.
 * @param forwards sorted by id @param closedIds people with closed wallets, who get nothing @param n the number of the cycle
 */
export const forwardParts = (
  units: bigint,
  forwards: ReadonlyArray<Forward>,
  closedIds: ReadonlySet<string>,
  n: number,
): ReadonlyArray<Forward & { readonly units: string }> => {
  const open = forwards.filter(({ toId }) => !closedIds.has(toId))
  if (units === 0n || open.length === 0) return []
  const kept = open.reduce((rest, { perMille }) => rest - perMille, WHOLE_PER_MILLE)
  const [, ...parts] = splitByWeight(units, [kept, ...open.map(({ perMille }) => perMille)].map(BigInt), n)
  return open.flatMap((forward, place) => {
    const part = parts[place] ?? 0n
    return part === 0n ? [] : [{ ...forward, units: String(part) }]
  })
}
