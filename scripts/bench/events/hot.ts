import { Effect, Exit, Result, Scope } from "effect"
import { ANY_VERSION, batchedWriter, MICRO_BATCH_COMMANDS_MAX, writer } from "#core/kernel"
import { perSecond } from "./clients.ts"
import type { OpenStore } from "./open.ts"
import { command, newEvent, Room, seen } from "./sample.ts"

/** Enough that a full batch waits while another one runs. */
const CLIENTS = 2 * MICRO_BATCH_COMMANDS_MAX
/** Commands per round without batches, enough for a reliable measurement. */
const COUNT = 400
const log = () => Result.succeed([seen])

let rounds = 0

/** Commands to one aggregate in micro-batches. */
export const writeBatched = ({ run }: OpenStore) =>
  Effect.gen(function* () {
    const id = `batched-${rounds++}`
    const scope = yield* Scope.make()
    const write = yield* batchedWriter(Room).pipe(Scope.provide(scope))
    const rate = yield* Effect.promise(() => perSecond({ clients: CLIENTS, count: 10_000 }, () => run(write(id, log))))
    yield* Scope.close(scope, Exit.void)
    return rate
  }).pipe(run)

/**
 * The baseline: the same commands from the same number of clients, each in its own transaction. Counts only successful
 * commands.
 */
export const writeUnbatched = (open: OpenStore) => writeAlone(open, CLIENTS)

/** The same from one client without conflicts: the upper bound of single commands to one aggregate. */
export const writeInTurn = (open: OpenStore) => writeAlone(open, 1)

const writeAlone = ({ run }: OpenStore, clients: number) =>
  Effect.gen(function* () {
    const id = `unbatched-${rounds++}`
    const write = yield* writer(Room)
    let refused = 0
    const attempt = write(id, log).pipe(
      Effect.asVoid,
      Effect.catchTag("StreamConflict", () => Effect.sync(() => void refused++)),
    )
    const rate = yield* Effect.promise(() => perSecond({ clients, count: COUNT }, () => run(attempt)))
    return (rate * (COUNT - refused)) / COUNT
  }).pipe(run)

/** The store alone: batches one after another, without decisions. */
export const appendBatches = async ({ run, store }: OpenStore) => {
  const stream = `batches-${rounds++}`
  const rate = await perSecond({ clients: 1, count: 400 }, (index) => {
    const commands = Array.from({ length: MICRO_BATCH_COMMANDS_MAX }, () => {
      const { streams: _, ...rest } = command([])
      return { ...rest, events: [newEvent()] }
    })
    return run(store.appendBatch(stream, index * MICRO_BATCH_COMMANDS_MAX, commands))
  })
  return rate * MICRO_BATCH_COMMANDS_MAX
}

/** Single appends to one stream without an expected version, so that none is refused. */
export const appendToOne = ({ run, store }: OpenStore) => {
  const stream = `one-${rounds++}`
  return perSecond({ clients: 16, count: 2_000 }, () =>
    run(store.append(command([{ stream, expected: ANY_VERSION, events: [newEvent()] }]))),
  )
}
