import { Clock, Effect } from "effect"
import { Sealing } from "../sealing/Sealing.ts"
import type { AnyEvent, EventFamily } from "../store/EventFamily.ts"
import type { NewEvent } from "../store/EventStore.ts"

/** Encodes what a command decided. Events without sealed fields, which are nearly all, need neither keys nor a fiber's context. */
export const factEncoder =
  <Event extends AnyEvent>(events: EventFamily<Event>, sealing: (typeof Sealing)["Service"]) =>
  (facts: ReadonlyArray<Event>): Effect.Effect<ReadonlyArray<NewEvent>> =>
    facts.some(({ _tag }) => events.seals(_tag))
      ? Effect.provideService(Effect.forEach(facts, events.encode), Sealing, sealing)
      : Clock.clockWith((clock) => {
          const nowMs = clock.currentTimeMillisUnsafe()
          return Effect.succeed(facts.map((fact) => events.encodeSync(fact, nowMs)))
        })
