/** A term that must stand `at` so many places after the first of its sequence; with `isPrefix` as the beginning of one. */
export type SoughtTerm = { readonly text: string; readonly at: number; readonly isPrefix: boolean }

/** Terms that stand in these places to each other. */
export type Sequence = ReadonlyArray<SoughtTerm>

/** Sequences of which one is enough. */
export type Need = ReadonlyArray<Sequence>

/** What a search means in the texts of some languages: all needs hold, no ban does. */
export type Branch = {
  /** `und` stands for all languages that no other branch names. */
  readonly languages: ReadonlyArray<string>
  readonly needs: ReadonlyArray<Need>
  readonly bans: ReadonlyArray<Need>
}

/** Marks of an item of which one is enough, or none may be there: `tag:health`, `site:example.org`, `lang:de`. */
export type Label = { readonly anyOf: ReadonlyArray<string>; readonly isExcluded: boolean }

/** A search as the index understands it. */
export type Search = { readonly branches: ReadonlyArray<Branch>; readonly labels: ReadonlyArray<Label> }

/** The marks under which an item is found beside its words. */
export const labelOf = {
  tag: (key: string): string => `tag:${key}`,
  site: (domain: string): string => `site:${domain}`,
  language: (language: string): string => `lang:${language}`,
  feed: (feedId: string): string => `feed:${feedId}`,
}
