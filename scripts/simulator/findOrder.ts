import type { Books, ChainMove } from "./Books.ts"
import type { Answer, Asked } from "./Operation.ts"
import type { PayoutFact } from "./Payouts.ts"

/** Something that ran beside others, with what came of it. */
export type Happening = { readonly keys: ReadonlyArray<string> } & (
  | { readonly asked: Asked; readonly answer: Answer; readonly tries: number }
  | { readonly move: ChainMove }
  | { readonly fact: PayoutFact }
)

/** Orders that are tried before it is said that there is none. */
const TRIES_MAX = 200_000

/** What no order explains: what has no place in the order of the log, all that may have run beside it, and how many orders were tried. */
export type Unexplained = {
  readonly odd: ReadonlyArray<Happening>
  readonly beside: ReadonlyArray<Happening>
  readonly tries: number
}

/**
 * Finds an order, one thing after the other, in which every answer of a burst is right, and leaves the books as they are
 * after it. Answers null, or what there is none for. Only what touches the same people or commands is tried in turns.
 */
export const findOrder = (books: Books, happenings: ReadonlyArray<Happening>): Unexplained | null => {
  for (const group of groupsOf(happenings)) {
    const inLog = group.toSorted(
      (one, other) => positionOf(one) - positionOf(other) || Number(isRepeat(one)) - Number(isRepeat(other)),
    )
    const odd = followsLog(books, inLog)
    if (odd.length === 0) continue
    let tries = 0
    const place = (waiting: ReadonlyArray<Happening>): boolean => {
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
 * Whether this can be what came of it just now without a change of the books: a refusal, or a first answer given again. It
 * may as well be now as later then, so that it need not be tried at other times.
 */
const changesNothing = (books: Books, happening: Happening): boolean => {
  const mark = books.mark()
  const nothing = fits(books, happening, false) && books.mark() === mark
  books.undoTo(mark)
  return nothing
}

/** Whether this can be what came of it just now; if so, it has happened. */
const hasHappened = (books: Books, happening: Happening): boolean => {
  const mark = books.mark()
  if (fits(books, happening, false)) return true
  books.undoTo(mark)
  return false
}

const fits = (books: Books, happening: Happening, isAlone: boolean): boolean => {
  if ("fact" in happening) return books.hears(happening.fact, isAlone)
  if ("move" in happening) return books.takes(happening.move, isAlone)
  return books.allows(happening.asked, happening.answer, happening.tries)
}

/**
 * Tries the order of the log first, which nearly always is the one: what has no place there changes nothing, so it may
 * have been at any time in between. Answers what does not fit.
 */
const followsLog = (books: Books, inLog: ReadonlyArray<Happening>): ReadonlyArray<Happening> => {
  const start = books.mark()
  const placed = inLog.filter(
    (each) => positionOf(each) !== NOWHERE && (!("asked" in each) || !books.commands.has(each.asked.commandId)),
  )
  const first = placed.filter(
    (each, index) => placed.findIndex((one) => positionOf(one) === positionOf(each)) === index,
  )
  let floating = inLog.filter((each) => !first.includes(each))
  const explain = () => {
    // What has a place there is another answer to what comes yet: it must not be taken for the first one.
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

/** Refusals, and what changed nothing, have no place in the log. */
const positionOf = (happening: Happening): number => {
  if ("fact" in happening) return happening.fact.position
  return ("move" in happening ? happening.move.position : happening.answer.position) || NOWHERE
}

/** Twins have one place in the log: who was answered first comes first. */
const isRepeat = (happening: Happening): boolean => "asked" in happening && happening.answer.repeated === true

const groupsOf = (happenings: ReadonlyArray<Happening>): ReadonlyArray<ReadonlyArray<Happening>> => {
  let groups: Array<{ keys: Set<string>; members: Array<Happening> }> = []
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
