import { Result } from "effect"
import type { Aggregate, Decide } from "#core/kernel"
import {
  type BatchSubmitted,
  type SendingCancelled,
  SendingEvent,
  SendingEvents,
  type SendingFinished,
  type SendingPrepared,
  type SendingResumed,
} from "./events.ts"

type SendingState = {
  readonly isPrepared: boolean
  readonly batches: ReadonlySet<number>
  readonly isOver: boolean
}

/** What is recorded about a run of mail, by its id: the id of the post, or that of the digest. */
export const Sending: Aggregate<SendingState, SendingEvent> = {
  category: "sending",
  events: SendingEvents,
  initial: { isPrepared: false, batches: new Set(), isOver: false },
  evolve: (state, event) =>
    SendingEvent.match(event, {
      "newsletters.SendingPrepared.v1": (): SendingState => ({ ...state, isPrepared: true }),
      "newsletters.BatchSubmitted.v1": ({ batch }) => ({ ...state, batches: new Set([...state.batches, batch]) }),
      "newsletters.SendingFinished.v1": () => ({ ...state, isOver: true }),
      "newsletters.SendingResumed.v1": () => ({ ...state, isOver: false }),
      "newsletters.SendingCancelled.v1": () => ({ ...state, isOver: true }),
    }),
}

type Note =
  | typeof SendingPrepared.Type
  | typeof BatchSubmitted.Type
  | typeof SendingFinished.Type
  | typeof SendingResumed.Type
  | typeof SendingCancelled.Type

/** Records a step, once: a worker that was killed after it repeats it. */
export const note =
  (event: Note): Decide<SendingState, SendingEvent, never> =>
  ({ isPrepared, batches, isOver }) => {
    switch (event._tag) {
      case "newsletters.SendingPrepared.v1":
        return Result.succeed(isPrepared ? [] : [event])
      case "newsletters.BatchSubmitted.v1":
        return Result.succeed(batches.has(event.batch) ? [] : [event])
      case "newsletters.SendingResumed.v1":
        return Result.succeed(isOver ? [event] : [])
      default:
        return Result.succeed(isOver ? [] : [event])
    }
  }
