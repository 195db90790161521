import { Clock, Effect, Layer } from "effect"
import { type Append, ANY_VERSION, EventStore, type Receipt, type Snapshot, type StoredEvent } from "./EventStore.ts"
import { StreamConflict } from "./StreamConflict.ts"

/** The event store of unit tests: one array, every append atomic because nothing in it waits. */
export const MemoryEventStore = Layer.sync(EventStore, () => {
  const log: Array<StoredEvent> = []
  const heads = new Map<string, number>()
  const receipts = new Map<string, Receipt>()
  const snapshots = new Map<string, Snapshot>()
  const head = Effect.sync(() => log.length + 1)

  const conflictOf = ({ streams }: Pick<Append, "streams">) =>
    streams
      .map(({ stream, expected }) => ({ stream, expected, actual: heads.get(stream) ?? 0 }))
      .find(({ expected, actual }) => expected !== ANY_VERSION && expected !== actual)

  const write = (append: Append, nowMs: number): Receipt => {
    for (const { stream, events } of append.streams) {
      for (const event of events) {
        const version = (heads.get(stream) ?? 0) + 1
        heads.set(stream, version)
        log.push({
          position: log.length + 2,
          stream,
          version,
          eventId: event.eventId,
          type: event.type,
          recordedAt: new Date(nowMs).toISOString(),
          correlationId: append.correlationId,
          causationId: append.causationId,
          actor: append.actor,
          data: structuredClone(event.data),
          subjectId: event.subjectId ?? null,
          sealed: event.sealed ?? null,
        })
      }
    }
    const receipt = {
      position: log.length + 1,
      version: heads.get(append.streams[0]?.stream ?? "") ?? 0,
      answer: append.answer ?? null,
    }
    receipts.set(append.commandId, { ...receipt, repeated: true })
    return { ...receipt, repeated: false }
  }

  const append = Effect.fnUntraced(function* (command: Append) {
    const nowMs = yield* Clock.currentTimeMillis
    const first = receipts.get(command.commandId)
    if (first !== undefined) return first
    const conflict = conflictOf(command)
    if (conflict !== undefined) return yield* new StreamConflict(conflict)
    return write(command, nowMs)
  })

  return EventStore.of({
    append,
    appendBatch: Effect.fnUntraced(function* (stream, expected, commands) {
      const nowMs = yield* Clock.currentTimeMillis
      const fresh = commands.filter(({ commandId }) => !receipts.has(commandId))
      const conflict = fresh.length === 0 ? undefined : conflictOf({ streams: [{ stream, expected, events: [] }] })
      if (conflict !== undefined) return yield* new StreamConflict(conflict)
      return commands.map(
        ({ events, ...command }) =>
          receipts.get(command.commandId) ??
          write({ ...command, streams: [{ stream, expected: ANY_VERSION, events }] }, nowMs),
      )
    }),
    receipt: (commandId) => Effect.sync(() => receipts.get(commandId) ?? null),
    readStream: (stream, afterVersion = 0) =>
      Effect.sync(() => log.filter((event) => event.stream === stream && event.version > afterVersion)),
    readLog: ({ after, upTo, limit, types }) =>
      Effect.sync(() =>
        log
          .filter(({ position, type }) => position > after && position <= upTo && (types?.includes(type) ?? true))
          .slice(0, limit),
      ),
    settled: head,
    head,
    readSnapshot: (stream, foldHash) => Effect.sync(() => snapshots.get(`${stream}\n${foldHash}`) ?? null),
    writeSnapshot: (stream, foldHash, snapshot) =>
      Effect.sync(() => {
        snapshots.set(`${stream}\n${foldHash}`, snapshot)
      }),
  })
})
