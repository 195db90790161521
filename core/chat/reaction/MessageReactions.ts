import { Result, Schema } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import { REACTIONS_PER_MESSAGE_MAX } from "../contract.ts"
import { ReactionAdded, ReactionEvent, ReactionEvents, ReactionRemoved } from "../events.ts"
import { TooMany } from "../refusals.ts"

/** The people who reacted to one message, by emoji. */
export type ReactionsState = Readonly<Record<string, ReadonlyArray<string>>>

/** Reactions have a stream per message, so that a busy room stays as fast as before. */
export const MessageReactions: Aggregate<ReactionsState, ReactionEvent> = {
  category: "chatreaction",
  events: ReactionEvents,
  initial: {},
  evolve: (state, event) =>
    ReactionEvent.match(event, {
      "chat.ReactionAdded.v1": ({ emoji, personId }): ReactionsState => ({
        ...state,
        [emoji]: [...(state[emoji] ?? []), personId],
      }),
      "chat.ReactionRemoved.v1": ({ emoji, personId }) => ({
        ...state,
        [emoji]: (state[emoji] ?? []).filter((each) => each !== personId),
      }),
    }),
  // Anyone may add and remove the same reaction again and again.
  snapshot: { every: 200, foldHash: "reactions-1", state: Schema.Record(Schema.String, Schema.Array(Schema.String)) },
}

type Reacting = {
  readonly roomId: string
  readonly seq: number
  readonly personId: string
  readonly nowIso: string
}

/** Each person has each emoji at most once per message. A repeat changes nothing. */
export const addReaction =
  ({ emoji, nowIso, ...of }: Reacting & { readonly emoji: string }): Decide<ReactionsState, ReactionEvent, TooMany> =>
  (state) => {
    const people = state[emoji] ?? []
    if (people.includes(of.personId)) return Result.succeed([])
    if (reactionCount(state) >= REACTIONS_PER_MESSAGE_MAX) return Result.fail(new TooMany({ of: "reactions" }))
    return Result.succeed([ReactionAdded.make({ ...of, emoji, count: people.length + 1, addedAt: nowIso })])
  }

/** Removes one reaction of a person, or with null all of them. */
export const removeReaction =
  ({
    emoji,
    nowIso,
    ...of
  }: Reacting & { readonly emoji: string | null }): Decide<ReactionsState, ReactionEvent, never> =>
  (state) =>
    Result.succeed(
      Object.entries(state)
        .filter(([each, people]) => (emoji === null || emoji === each) && people.includes(of.personId))
        .map(([each, people]) =>
          ReactionRemoved.make({ ...of, emoji: each, count: people.length - 1, removedAt: nowIso }),
        ),
    )

const reactionCount = (state: ReactionsState): number =>
  Object.values(state).reduce((sum, people) => sum + people.length, 0)
