import type { BookedTransfer, Books, ChainMove } from "./Books.ts"
import type { Answer, OperationRequest } from "./Operation.ts"
import type { PayoutFact } from "./Payouts.ts"
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

/** An operation or fact that ran concurrently with others, and its result. */
export type WorldOccurrence = { readonly keys: ReadonlyArray<string> } & (
  | { readonly requested: OperationRequest; readonly answer: Answer; readonly tries: number }
  | { readonly move: ChainMove }
  | { readonly fact: PayoutFact }
  | { readonly booked: BookedTransfer }
)

/** Maximum number of orders tried before giving up. */
const TRIES_MAX = 200_000

/**
 * What no order explains: the items that do not fit into the log's order, all concurrent ones, and the number of tried
 * orders.
 */
export type Unexplained = {
  readonly odd: ReadonlyArray<WorldOccurrence>
  readonly beside: ReadonlyArray<WorldOccurrence>
  readonly tries: number
}

/**
 * Finds a sequential order in which every answer of a burst is correct, and applies it to the books. Returns null, or
 * the part without such an order. Only items about the same persons or commands are permuted.
 */
export const findOrder = (books: Books, happenings: ReadonlyArray<WorldOccurrence>): Unexplained | null => {
  for (const group of groupsOf(happenings)) {
    const inLog = group.toSorted(
      (one, other) => positionOf(one) - positionOf(other) || Number(isRepeat(one)) - Number(isRepeat(other)),
    )
    const odd = followsLog(books, inLog)
    if (odd.length === 0) continue
    let tries = 0
    const place = (waiting: ReadonlyArray<WorldOccurrence>): boolean => {
      const left = waiting.filter((each) => !changesNothing(books, each))
      if (left.length === 0) return true
      for (const happening of left) {
        if (tries === TRIES_MAX) return false
        tries += 1
        const mark = books.mark()
        if (fits(books, happening, group.length === 1) && place(left.filter((other) => other !== happening)))
          return true
        books.undoTo(mark)
      }
      return false
    }
    if (!place(inLog)) return { odd, beside: inLog, tries }
  }
  books.settle()
  return null
}

/**
 * Whether this result is correct now without changing the books: a refusal, or a repeated first answer. If it is, it
 * needs no other position in the order.
 */
const changesNothing = (books: Books, happening: WorldOccurrence): boolean => {
  const mark = books.mark()
  const nothing = fits(books, happening, false) && books.mark() === mark
  books.undoTo(mark)
  return nothing
}

/** Whether this result is correct now. If so, applies it. */
const hasHappened = (books: Books, happening: WorldOccurrence): boolean => {
  const mark = books.mark()
  if (fits(books, happening, false)) return true
  books.undoTo(mark)
  return false
}

const fits = (books: Books, happening: WorldOccurrence, isAlone: boolean): boolean => {
  if ("fact" in happening) return books.accepts(happening.fact, isAlone)
  if ("booked" in happening) return books.books(happening.booked)
  if ("move" in happening) return books.takes(happening.move, isAlone)
  return books.allows(happening.requested, happening.answer, happening.tries)
}

/**
 * Tries the log's order first, which nearly always fits. Items without a position change nothing, so they may have
 * happened at any time in between. Returns the items that do not fit.
 */
const followsLog = (books: Books, inLog: ReadonlyArray<WorldOccurrence>): ReadonlyArray<WorldOccurrence> => {
  const start = books.mark()
  const placed = inLog.filter(
    (each) => positionOf(each) !== NOWHERE && (!("requested" in each) || !books.commands.has(each.requested.commandId)),
  )
  const first = placed.filter(
    (each, index) => placed.findIndex((one) => positionOf(one) === positionOf(each)) === index,
  )
  let floating = inLog.filter((each) => !first.includes(each))
  const explain = () => {
    // An item with a position is the answer to a later command: it must not be taken for the first one.
    floating = floating.filter((each) =>
      positionOf(each) === NOWHERE ? !hasHappened(books, each) : !changesNothing(books, each),
    )
  }
  for (const each of first) {
    explain()
    if (!fits(books, each, inLog.length === 1)) {
      books.undoTo(start)
      return [each]
    }
  }
  explain()
  if (floating.length > 0) books.undoTo(start)
  return floating
}

const NOWHERE = Number.MAX_SAFE_INTEGER

/** Refusals and operations without a change have no position in the log. */
const positionOf = (happening: WorldOccurrence): number => {
  if ("fact" in happening) return happening.fact.position
  if ("booked" in happening) return happening.booked.position
  return ("move" in happening ? happening.move.position : happening.answer.position) || NOWHERE
}

/** Duplicates share one position in the log: the one answered first comes first. */
const isRepeat = (happening: WorldOccurrence): boolean => "requested" in happening && happening.answer.repeated === true

const groupsOf = (happenings: ReadonlyArray<WorldOccurrence>): ReadonlyArray<ReadonlyArray<WorldOccurrence>> => {
  let groups: Array<{ keys: Set<string>; members: Array<WorldOccurrence> }> = []
  for (const happening of happenings) {
    const touched = groups.filter(({ keys }) => happening.keys.some((key) => keys.has(key)))
    const merged = {
      keys: new Set([...happening.keys, ...touched.flatMap(({ keys }) => [...keys])]),
      members: [...touched.flatMap(({ members }) => members), happening],
    }
    groups = [...groups.filter((group) => !touched.includes(group)), merged]
  }
  return groups.map(({ members }) => members)
}
