import type { PostLevel } from "#contract/publishing"
import type { EntryNote, EntryProblem, ImportSource } from "./contract.ts"

/** A file of a post: at an address, or in the archive. */
export type ForeignFile = { readonly address: string } | { readonly path: string; readonly address: string | null }

/** What an archive says of a post, without its text. */
export type EntryHead = {
  /** Unique within the source. */
  readonly sourceId: string
  readonly title: string
  /** The last part of its address there. */
  readonly slug: string
  readonly canonicalUrl: string | null
  /** ISO 8601 in UTC; null if the archive does not say. */
  readonly publishedAt: string | null
  readonly isDraft: boolean
  readonly levelId: PostLevel
  readonly tags: ReadonlyArray<string>
  readonly series: string | null
  readonly language: string | null
  /** Days after which the post opens, from an export of our own. */
  readonly opening: { readonly subscribersDays: number | null; readonly everyoneDays: number | null } | null
  readonly notes: ReadonlyArray<EntryNote>
  /** Why it cannot be taken. */
  readonly problem: EntryProblem | null
}

/** The text of a post as Markdown. Files are named `<prefix><number>` in it, by their number in `files`. */
export type EntryBody = {
  readonly preview: string
  readonly gated: string
  readonly files: ReadonlyArray<ForeignFile>
  /** The number of the picture above the post. */
  readonly cover: number | null
}

/** A post of an archive. Its text is converted when it is needed. */
export type ForeignEntry = { readonly head: EntryHead; readonly body: () => Promise<EntryBody> }

/** A person in a list of members: they can be invited. */
export type ForeignPerson = { readonly email: string; readonly name: string }

/** What a reader of a source finds in an archive. */
export type Found = { readonly entry: ForeignEntry } | { readonly person: ForeignPerson }

/** What readers need to know that archives do not say. */
export type ReadOptions = {
  /** The address of the former site, for archives that leave it out. */
  readonly siteUrl: string | null
  /** What stands before the number of a file in a text. */
  readonly filePrefix: string
}

export type { ImportSource }

/** An entry without text and properties, for readers to start from. */
export const EMPTY_HEAD: EntryHead = {
  ...{ sourceId: "", title: "", slug: "", canonicalUrl: null, publishedAt: null, isDraft: false, levelId: 1 },
  ...{ tags: [], series: null, language: null, opening: null, notes: [], problem: null },
}
