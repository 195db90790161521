import { Effect, Schema } from "effect"
import type { AnyEvent } from "../store/EventFamily.ts"
import type { EventStore } from "../store/EventStore.ts"
import type { Aggregate } from "../writing/Aggregate.ts"
import type { Loaded } from "./load.ts"

/** Keeps a snapshot where one is due. The command is carried out by then, so a failure here is only logged. */
export const keepSnapshot = <State, Event extends AnyEvent>(
  { snapshot, events, category }: Aggregate<State, Event>,
  store: (typeof EventStore)["Service"],
) => {
  if (snapshot === undefined) return () => Effect.void
  if (events.types.some(events.seals) && snapshot.holdsNothingSealed !== true)
    throw new Error(`${category} has sealed fields: a snapshot would keep them open`)
  const encode = Schema.encodeEffect(snapshot.state)
  return (stream: string, before: number, after: Loaded<State>) =>
    Math.floor(after.version / snapshot.every) === Math.floor(before / snapshot.every)
      ? Effect.void
      : encode(after.state).pipe(
          Effect.flatMap((state) => store.writeSnapshot(stream, snapshot.foldHash, { version: after.version, state })),
          Effect.catchCause((cause) => Effect.logWarning("no snapshot kept", { stream }, cause)),
        )
}
