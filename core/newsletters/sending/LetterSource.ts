import type { Effect } from "effect"

/** Why a candidate gets no letter. Each candidate is sent, uncertain, or excluded for one of these reasons. */
export const EXCLUSIONS = [
  /** Gets a digest instead. */
  "digest",
  /** Left the list. */
  "left",
  /** The address bounced before, or its owner complained. */
  "suppressed",
  /** Has no confirmed address. */
  "noAddress",
  /** Deleted the account. */
  "erased",
  /** The mail server refused it permanently. */
  "refused",
  /** The mail server never took it. */
  "undeliverable",
  /** The run was called off. */
  "cancelled",
  /** Got the whole post by an earlier run. */
  "had",
  /** May not read the part that opened to others. */
  "locked",
  /** There was nothing to send to this person. */
  "nothing",
] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

/** A letter to one person, as they may read it at this moment. */
export type WrittenLetter = {
  readonly to: string
  /** Id of Home/Levels: what the letter contains; null for a digest. */
  readonly levelId: number | null
  /** Whether it has the part of a post that is, or was, for people with a level. */
  readonly isWhole?: boolean
  readonly compose: (copy: { readonly messageId: string; readonly dateMs: number }) => Buffer
}

/** Writes the letters of a run. Everything is looked up when a letter is written: membership, address and level. */
export type LetterSource = {
  /** Whether the run may go on. */
  readonly check: Effect.Effect<"open" | "deleted" | "hidden">
  /** People who are not in the result get nothing, as `left`. */
  readonly write: (
    personIds: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyMap<string, WrittenLetter | { readonly exclusion: Exclusion }>>
}
