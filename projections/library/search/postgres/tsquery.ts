import type { Branch, Label, Need, Search, Sequence } from "#core/library"

/** A search as a tsquery. */
export type QueryText = {
  /** What an item must match. */
  readonly exact: string
  /** What the index can decide: the same without adjacency. */
  readonly coarse: string
  /** True if the index decides everything, so that no places are checked. */
  readonly isDecided: boolean
  /** False if nothing is required: only bans, or nothing. */
  readonly hasNeeds: boolean
}

/** The whole search over all branches and labels. A ban in one language applies to all. */
export const queryText = ({ branches, labels }: Search): QueryText => {
  const hasWords = branches.length > 0 && branches.every(({ needs }) => needs.length > 0)
  const words = (write: Write) =>
    hasWords ? any(branches.map(({ needs }) => all(needs.map((need) => written(need, write))))) : ""
  const bans = branches.flatMap((branch) => branch.bans)
  const rest = labels.map(labelText)
  return {
    exact: all([words(followed), ...bans.map((ban) => `!${tsqueryOfNeed(ban)}`), ...rest]),
    // A ban on a sequence must not ban its words.
    coarse: all([words(together), ...bans.filter(isSimple).map((ban) => `!${tsqueryOfNeed(ban)}`), ...rest]),
    isDecided: branches.every((branch) => [...branch.needs, ...branch.bans].every(isSimple)),
    hasNeeds: hasWords || labels.some(({ isExcluded }) => !isExcluded),
  }
}

/** The words of a branch for scoring; empty if it has none. */
export const rankText = ({ needs }: Branch): string => all(needs.map(tsqueryOfNeed))

type Write = (sequence: Sequence) => string

const isSimple = (need: Need): boolean => need.every(({ length }) => length === 1)

const written = (need: Need, write: Write): string => any(need.map(write))

/** One need, its words in order. */
export const tsqueryOfNeed = (need: Need): string => written(need, followed)

const labelText = ({ anyOf, isExcluded }: Label): string => `${isExcluded ? "!" : ""}${any(anyOf.map(lexeme))}`

const followed: Write = (sequence) =>
  sequence
    .map(({ text, at, isPrefix }, index) => {
      const distance = at - (sequence[index - 1]?.at ?? 0)
      return `${index === 0 ? "" : distance === 1 ? " <-> " : ` <${distance}> `}${lexeme(text)}${isPrefix ? ":*" : ""}`
    })
    .join("")

const together: Write = (sequence) => all(sequence.map(({ text, isPrefix }) => lexeme(text) + (isPrefix ? ":*" : "")))

const lexeme = (text: string): string => `'${text.replace(/['\\]/g, "$&$&")}'`

const all = (parts: ReadonlyArray<string>): string => joined(parts, " & ")
const any = (parts: ReadonlyArray<string>): string => joined(parts, " | ")

const joined = (parts: ReadonlyArray<string>, by: string): string => {
  const some = [...new Set(parts)].filter((part) => part !== "")
  return some.length > 1 ? `(${some.join(by)})` : (some[0] ?? "")
}
