/** A term, `at` places after the first one of its sequence; with `isPrefix` a prefix. */
export type SoughtTerm = { readonly text: string; readonly at: number; readonly isPrefix: boolean }

/** Terms at fixed distances. */
export type Sequence = ReadonlyArray<SoughtTerm>

/** Alternatives: one sequence is enough. */
export type Need = ReadonlyArray<Sequence>

/** A search for texts of some languages: all needs must match and no ban may. */
export type Branch = {
  /** `und` means all languages without a branch of their own. */
  readonly languages: ReadonlyArray<string>
  readonly needs: ReadonlyArray<Need>
  readonly bans: ReadonlyArray<Need>
}

/** Labels such as `tag:health`, `site:example.org` or `lang:de`: one of them must be present, or none may be. */
export type Label = { readonly anyOf: ReadonlyArray<string>; readonly isExcluded: boolean }

/** A search as the index understands it. */
export type Search = { readonly branches: ReadonlyArray<Branch>; readonly labels: ReadonlyArray<Label> }

/** The labels of an item. */
export const labelOf = {
  tag: (key: string): string => `tag:${key}`,
  site: (domain: string): string => `site:${domain}`,
  language: (language: string): string => `lang:${language}`,
  feed: (feedId: string): string => `feed:${feedId}`,
}
