import { Clock, Effect, Layer, Result } from "effect"
import { expect, it } from "vitest"
import { EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import { Support } from "./Support.ts"
import { Tickets } from "./Tickets.ts"

const [personId, by] = ["01890000-0000-7000-8000-000000000001", "operator:ada"]
const form = { topic: "wallet", subject: "My withdrawal", text: "Where?", locale: "en", link: null, files: [] } as const
const DAY_MS = 86_400_000

const layer = Layer.mergeAll(Tickets.layer, Support.layer).pipe(
  Layer.provideMerge(Layer.merge(MemoryEventStore, Sealing.layerMemory)),
)
/** Two commands that conflict wait before they try again, so that time must pass. */
const run = <A>(effect: Effect.Effect<A, unknown, Tickets | Support | EventStore | Sealing>): Promise<A> =>
  Effect.runPromise(effect.pipe(Effect.orDie, Effect.provide(layer)))
const later =
  (ms: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Clock.Clock, (real) =>
      Effect.provideService(
        effect,
        Clock.Clock,
        Object.assign(Object.create(real), {
          currentTimeMillis: Effect.sync(() => Date.now() + ms),
          currentTimeMillisUnsafe: () => Date.now() + ms,
        }),
      ),
    )
const both = { concurrency: "unbounded" } as const

it("merges two tickets into each other at the same moment once, and unmerges them with their answers", () =>
  run(
    Effect.gen(function* () {
      const [tickets, support] = [yield* Tickets, yield* Support]
      const [one, two] = [yield* tickets.open(personId, form), yield* tickets.open(personId, form)]
      const merge = (source: typeof one, target: typeof one) =>
        Effect.result(support.merge(source.ticketId, target.ticketId, by))
      const [first, second] = yield* Effect.all([merge(one, two), merge(two, one)], both)
      expect([Result.isSuccess(first), Result.isSuccess(second)].toSorted()).toEqual([false, true])
      const [source, target] = Result.isSuccess(first) ? [one, two] : [two, one]
      expect((yield* tickets.reply(personId, source.number, "While merged")).number).toBe(target.number)
      yield* support.unmerge(source.ticketId, by)
      const textsOf = (id: string) => Effect.map(tickets.read(id), (state) => state.messages.map(({ text }) => text))
      expect([yield* textsOf(source.ticketId), yield* textsOf(target.ticketId)]).toEqual([
        ["Where?"],
        ["Where?", "While merged"],
      ])
      expect((yield* tickets.read(source.ticketId)).mergedIntoId).toBeNull()
    }),
  ))

it("records a missed service level once, if two workers notice it at the same moment", () =>
  run(
    Effect.gen(function* () {
      const [tickets, store] = [yield* Tickets, yield* EventStore]
      const { ticketId } = yield* tickets.open(personId, form)
      const advance = later(30 * DAY_MS)(tickets.advance(ticketId))
      yield* Effect.all([advance, advance], both)
      const recorded = (yield* store.readStream(`ticket-${ticketId}`))
        .filter(({ type }) => type === "tickets.SlaBreached.v1")
        .map(({ data }) => `${(data as { kind: string }).kind}.${(data as { round: number }).round}`)
      expect(recorded.length).toBeGreaterThan(0)
      expect(recorded.toSorted()).toEqual([...(yield* tickets.read(ticketId)).breaches].toSorted())
      expect(new Set(recorded).size).toBe(recorded.length)
    }),
  ))
