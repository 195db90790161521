import { Clock, Effect, Layer } from "effect"
import {
  ANY_VERSION,
  type Append,
  EventStore,
  type Receipt,
  type Snapshot,
  type StoredEvent,
  type StreamAppend,
} from "./EventStore.ts"
import { answerJson, prepareAppend, prepareBatch, prepareTogether } from "./prepareAppend.ts"
import { StreamConflict } from "./refusals.ts"

/** The event store for unit tests: one array. Appends are atomic because they are synchronous. */
export const MemoryEventStore = Layer.sync(EventStore, () => {
  const log: Array<StoredEvent> = []
  const heads = new Map<string, number>()
  const receipts = new Map<string, Receipt>()
  const snapshots = new Map<string, Snapshot>()
  // Skips the first position, as the database does.
  const head = Effect.sync(() => log.at(-1)?.position ?? 0)

  const receiptOf = (commandId: string) => receipts.get(commandId.toLowerCase()) ?? null

  const conflictOf = (streams: ReadonlyArray<StreamAppend>) =>
    streams
      .toSorted((one, other) => (one.stream < other.stream ? -1 : 1))
      .map(({ stream, expected }) => ({ stream, expected, actual: heads.get(stream) ?? 0 }))
      .find(({ expected, actual }) => expected !== ANY_VERSION && expected !== actual)

  const write = (append: Append, data: ReadonlyArray<string>, nowMs: number): Receipt => {
    const before = log.length
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
          data: JSON.parse(data[log.length - before] ?? ""),
          subjectId: event.subjectId ?? null,
          sealed: event.sealed ?? null,
        })
      }
    }
    const [first] = append.streams
    const receipt: Receipt = {
      position: first === undefined ? 0 : log.length + 1,
      version: first === undefined ? 0 : (heads.get(first.stream) ?? 0),
      repeated: false,
      answer: JSON.parse(answerJson(append.answer) ?? "null"),
    }
    receipts.set(append.commandId.toLowerCase(), { ...receipt, repeated: true })
    return receipt
  }

  return EventStore.of({
    append: Effect.fnUntraced(function* (append) {
      const nowMs = yield* Clock.currentTimeMillis
      const data = prepareAppend(append)
      const first = receiptOf(append.commandId)
      if (first !== null) return first
      const conflict = conflictOf(append.streams)
      if (conflict !== undefined) return yield* new StreamConflict(conflict)
      return write(append, data, nowMs)
    }),
    appendBatch: Effect.fnUntraced(function* (stream, expected, commands) {
      const nowMs = yield* Clock.currentTimeMillis
      const data = prepareBatch(stream, expected, commands)
      const first = commands.map(({ commandId }) => receiptOf(commandId))
      if (first.some((receipt) => receipt !== null)) return first
      const conflict = commands.length === 0 ? undefined : conflictOf([{ stream, expected, events: [] }])
      if (conflict !== undefined) return yield* new StreamConflict(conflict)
      let at = 0
      return commands.map(({ events, ...command }) => {
        const texts = data.slice(at, at + events.length)
        at += events.length
        return write({ ...command, streams: [{ stream, expected: ANY_VERSION, events }] }, texts, nowMs)
      })
    }),
    appendTogether: Effect.fnUntraced(function* (appends) {
      const nowMs = yield* Clock.currentTimeMillis
      const data = prepareTogether(appends)
      const first = appends.map(({ commandId }) => receiptOf(commandId))
      if (first.some((receipt) => receipt !== null)) return first
      const streams = new Map(appends.flatMap((each) => each.streams.map((to) => [to.stream, to] as const)).reverse())
      const conflict = conflictOf([...streams.values()])
      if (conflict !== undefined) return yield* new StreamConflict(conflict)
      let at = 0
      return appends.map((append) => {
        const count = append.streams.reduce((sum, { events }) => sum + events.length, 0)
        at += count
        return write(append, data.slice(at - count, at), nowMs)
      })
    }),
    receipt: (commandId) => Effect.sync(() => receiptOf(commandId)),
    versions: (streams) =>
      Effect.sync(() => {
        const known = streams.flatMap((stream) => {
          const version = heads.get(stream)
          return version === undefined ? [] : [[stream, version] as const]
        })
        return new Map(known)
      }),
    readStream: (stream, afterVersion = 0, limit) =>
      Effect.sync(() =>
        log.filter((event) => event.stream === stream && event.version > afterVersion).slice(0, limit ?? log.length),
      ),
    readStreams: (streams, limit) =>
      Effect.sync(() =>
        log
          .filter(({ stream, version }) => streams.includes(stream) && version <= limit)
          .sort((one, other) =>
            one.stream < other.stream ? -1 : one.stream > other.stream ? 1 : one.version - other.version,
          ),
      ),
    readLog: ({ after, upTo, limit, types }) =>
      Effect.sync(() =>
        log
          .filter(({ position, type }) => position > after && position <= upTo && (types?.includes(type) ?? true))
          .slice(0, limit),
      ),
    watermark: head,
    head,
    readSnapshot: (stream, foldHash) => Effect.sync(() => snapshots.get(`${stream}\n${foldHash}`) ?? null),
    writeSnapshot: (stream, foldHash, snapshot) =>
      Effect.sync(() => {
        const key = `${stream}\n${foldHash}`
        if ((snapshots.get(key)?.version ?? 0) < snapshot.version) {
          snapshots.set(key, { version: snapshot.version, state: JSON.parse(JSON.stringify(snapshot.state)) })
        }
      }),
  })
})
