import { Context, type Effect } from "effect"

/** Who is a creator, and so may open rooms. The facts are other modules': projections/chat answers from what they tell. */
export class Creators extends Context.Service<
  Creators,
  {
    /** Whether a person showed that something published is theirs. */
    isCreator(personId: string): Effect.Effect<boolean>
  }
>()("core/chat/Creators") {}
