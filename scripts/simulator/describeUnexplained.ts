import type { Books } from "./Books.ts"
import type { Unexplained, WorldOccurrence } from "./findOrder.ts"
import { ASSETS, type Stage } from "./Stage.ts"

/**
 * Describes why no order explains a burst: the items that did not fit, the auditor's knowledge of them, and the burst.
 */
export const describeUnexplained = (
  { odd, beside, tries }: Unexplained,
  books: Books,
  { away }: Pick<Stage, "away">,
): ReadonlyArray<string> => {
  const known = ({ keys }: WorldOccurrence): ReadonlyArray<unknown> => [
    ...keys.flatMap((key) => books.payouts.all.get(key) ?? books.holds.get(key) ?? []),
    ...keys.flatMap((key) => ASSETS.map((asset) => ({ key, asset, free: books.free(key, asset) }))),
    { frozen: keys.filter((key) => books.frozen.has(key)) },
  ]
  return [
    `${tries} orders were tried; in that of the log there is no place for:`,
    ...odd.flatMap((one) => [show(one), ...known(one).map((each) => `  ${show(each)}`)]),
    `stopped: ${[...books.payouts.stopped].join()}, away: ${[...away].join()}; beside each other were:`,
    ...beside.map((one) => show(one)),
  ]
}

const show = (thing: unknown): string =>
  JSON.stringify(thing, (_, value) => (typeof value === "bigint" ? String(value) : value))
