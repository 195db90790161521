import type { Books, ChainMove } from "./Books.ts"
import type { Answer, Asked } from "./Operation.ts"

/** Something that ran beside others, with what came of it. */
export type Happening = { readonly keys: ReadonlyArray<string> } & (
  | { readonly asked: Asked; readonly answer: Answer; readonly tries: number }
  | { readonly move: ChainMove }
)

/** Orders that are tried before it is said that there is none. */
const TRIES_MAX = 200_000

/**
 * Finds an order, one thing after the other, in which every answer of a burst is right, and leaves the books as they are
 * after it. Answers those for which there is none. Only what touches the same people or commands is tried in turns.
 */
export const findOrder = (books: Books, happenings: ReadonlyArray<Happening>): ReadonlyArray<Happening> => {
  for (const group of groupsOf(happenings)) {
    const inLog = group.toSorted((one, other) => positionOf(one) - positionOf(other))
    let tries = 0
    const place = (left: ReadonlyArray<Happening>): boolean => {
      if (left.length === 0) return true
      for (const happening of left) {
        if (++tries > TRIES_MAX) return false
        const mark = books.mark()
        const fits =
          "move" in happening
            ? books.takes(happening.move, group.length === 1)
            : books.allows(happening.asked, happening.answer, happening.tries)
        if (fits && place(left.filter((other) => other !== happening))) return true
        books.undoTo(mark)
      }
      return false
    }
    if (!place(inLog)) return group
  }
  books.settle()
  return []
}

/** Refusals have no place in the log: they are tried after what has one. */
const positionOf = (happening: Happening): number =>
  "move" in happening ? 0 : (happening.answer.position ?? Number.MAX_SAFE_INTEGER)

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
