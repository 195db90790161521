import type { Branch, Label, Need, Search, Sequence } from "#core/library"

/** A search as PostgreSQL's tsquery. */
export type QueryText = {
  /** What an item must match. */
  readonly exact: string
  /** What the index can decide by itself: the same, where words need not stand together. */
  readonly coarse: string
  /** True where the index decides all: no places have to be looked up. */
  readonly isDecided: boolean
  /** False where there is nothing that must be there: only bans, or nothing at all. */
  readonly hasNeeds: boolean
}

/** The whole search, over all its branches and labels. */
export const queryText = ({ branches, labels }: Search): QueryText => {
  const needed = branches.filter(({ needs }) => needs.length > 0)
  const required = labels.filter(({ isExcluded }) => !isExcluded)
  return {
    exact: all([any(branches.map((branch) => branchText(branch, followed))), ...labels.map(labelText)]),
    coarse: all([any(branches.map((branch) => branchText(branch, together))), ...labels.map(labelText)]),
    isDecided: branches.every(({ needs, bans }) =>
      [...needs, ...bans].every((need) => need.every(({ length }) => length === 1)),
    ),
    hasNeeds: required.length > 0 || (needed.length > 0 && needed.length === branches.length),
  }
}

/** What the words of a branch weigh items by; empty where it has none. */
export const rankText = ({ needs }: Branch): string => all(needs.map((need) => needText(need, followed)))

type Write = (sequence: Sequence) => string

const branchText = ({ needs, bans }: Branch, write: Write): string =>
  // A ban is a ban on the sequence: dropping the order of its words would ban more.
  all([
    ...needs.map((need) => needText(need, write)),
    ...bans.map((need) => (write === together && !isSimple(need) ? "" : `!${needText(need, followed)}`)),
  ])

const isSimple = (need: Need): boolean => need.every(({ length }) => length === 1)

const needText = (need: Need, write: Write): string => any(need.map(write))

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
