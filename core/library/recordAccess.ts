import { Clock, Effect } from "effect"
import { ANY_VERSION, CurrentMeta, EventStore, formatIso, uuidv7 } from "#core/kernel"
import type { AccessOrigin } from "./contract.ts"
import { LibraryEvents, NewsAccessed } from "./events.ts"

/**
 * Records that an item was opened. Nothing is decided, so the event is appended without reading the stream; one stream
 * per day bounds their length.
 */
export const recordAccess = Effect.fn("recordAccess")(function* (access: {
  readonly itemId: string
  readonly feedId: string
  readonly from: AccessOrigin
}) {
  const store = yield* EventStore
  const meta = yield* CurrentMeta
  const nowMs = yield* Clock.currentTimeMillis
  const accessedAt = formatIso(nowMs)
  const commandId = meta.commandId ?? uuidv7(nowMs)
  const event = yield* LibraryEvents.encode(NewsAccessed.make({ ...access, accessedAt }))
  return yield* store
    .append({
      commandId,
      correlationId: meta.correlationId ?? commandId,
      causationId: meta.causationId ?? commandId,
      actor: meta.actor,
      streams: [
        { stream: `access-${access.feedId}:${accessedAt.slice(0, 10)}`, expected: ANY_VERSION, events: [event] },
      ],
    })
    .pipe(Effect.orDie)
})
