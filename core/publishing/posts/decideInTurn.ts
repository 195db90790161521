import { Result } from "effect"
import type { PostEvent } from "./events.ts"
import { Post, type PostState } from "./Post.ts"

export type DecidePost<Refusal> = (state: PostState) => Result.Result<ReadonlyArray<PostEvent>, Refusal>

/** Decides several steps, each on the state that the one before leaves: all of them happen, or none does. */
export const decideInTurn =
  <Refusal>(steps: ReadonlyArray<DecidePost<Refusal>>): DecidePost<Refusal> =>
  (before) => {
    let [state, events]: [PostState, ReadonlyArray<PostEvent>] = [before, []]
    for (const decide of steps) {
      const decided = decide(state)
      if (Result.isFailure(decided)) return decided
      state = decided.success.reduce(Post.evolve, state)
      events = [...events, ...decided.success]
    }
    return Result.succeed(events)
  }
