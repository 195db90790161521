import { Data } from "effect"

export const REVEAL_PROBLEMS = ["reason", "often", "used", "unrecorded", "own", "oneself"] as const

/** The fields stay masked. */
export class NotRevealed extends Data.TaggedError("NotRevealed")<{
  readonly problem: (typeof REVEAL_PROBLEMS)[number]
}> {}
