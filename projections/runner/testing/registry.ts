import { SubjectEvents } from "#core/kernel"
import { adding, change, is, makeProjection, on, only, orNull, patch, type RowOf, remove, table } from "../index.ts"
import { TestEvents } from "./events.ts"

/** One row per counter; `trail` differs if an event is missing, duplicated or out of order. */
export const counter = table(
  "counter",
  { id: is.text, total: is.bigint, events: is.int, trail: is.bigint, note: orNull(is.text), moved_at: is.at },
  { key: ["id"], indexes: ["(total desc)"] },
)
export type CounterRow = Omit<RowOf<typeof counter.columns>, "moved_at">

export const nextRow = (row: CounterRow | null, id: string, by: number, note: string): CounterRow => ({
  id,
  total: (row?.total ?? 0) + by,
  events: (row?.events ?? 0) + 1,
  trail: ((row?.trail ?? 7) * 31 + Math.abs(by) + 1) % 1_000_000_007,
  note,
})

/** A counter event with this amount makes the fold throw, until the weakness is mended. */
export const POISON = 1_000_666
export const foldDefect = { isMended: false }

export const counters = makeProjection({
  name: "counters",
  version: 1,
  byStream: true,
  tables: [counter],
  handlers: [
    on(TestEvents, {
      "test.CounterMoved.v1": ({ counterId, by, note }, { recordedAt }) => [
        change(counter, [counterId], (row) => {
          if (by === POISON && !foldDefect.isMended) throw new Error("poison")
          return { ...nextRow(row, counterId, by, note), moved_at: recordedAt }
        }),
      ],
      "test.CounterCleared.v1": ({ counterId }) => [remove(counter, [counterId])],
    }),
  ],
})

export const sum = table("sum", { name: is.text, moves: is.int, total: is.amount, note: is.text }, { key: ["name"] })
const addSum = adding(sum, ["moves", "total"], ([name]) => ({ name: String(name), moves: 0, total: "0", note: "" }))

/** The total of all counters: sums that every event adds to, from one of its fields. */
export const sums = makeProjection({
  name: "sums",
  version: 1,
  tables: [sum],
  handlers: [
    on(TestEvents, {
      "test.CounterMoved.v1": only("by", ({ by }: { readonly by: number }) => [
        addSum([by < 0 ? "down" : "up"], [1n, BigInt(by)]),
        addSum(["all"], [1n, BigInt(by)]),
      ]),
      "test.CounterCleared.v1": ({ counterId }) => [patch(sum, ["all"], (row) => ({ ...row, note: counterId }))],
    }),
  ],
})

export const person = table("person", { id: is.text, name: orNull(is.text) }, { key: ["id"] })

/** Holds a copy of personal data, and deletes it when the person is erased. */
export const people = makeProjection({
  name: "people",
  version: 1,
  tables: [person],
  handlers: [
    on(TestEvents, {
      "test.PersonNamed.v1": ({ personId, name }) => [change(person, [personId], () => ({ id: personId, name }))],
    }),
    on(SubjectEvents, {
      "kernel.SubjectErased.v1": ({ subjectId }) => [patch(person, [subjectId], (row) => ({ ...row, name: null }))],
    }),
  ],
})

export const projections = [counters, people]
