import { Context, type Effect } from "effect"

/** Port: who is a creator and may open rooms. projections/chat implements it. */
export class Creators extends Context.Service<
  Creators,
  {
    /** Whether a person has a channel. */
    isCreator(personId: string): Effect.Effect<boolean>
  }
>()("core/chat/Creators") {}
