import type { AuthenticationResponseJSON } from "@simplewebauthn/server"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { EventStore, eraseSubject, formatIso, MemoryEventStore, Sealing } from "#core/kernel"
import { Operators } from "#core/operators"
import { makeTestOperator } from "../operators/testing/testOperator.ts"
import { hashOfPlan, makeOperation } from "./Operation.ts"
import { Operations } from "./Operations.ts"
import { privateInputsOf } from "./privateInputs.ts"
import { BesideOperators, ORIGIN } from "./testing/besideOperators.ts"

const SUBJECT = "01890000-0000-7000-8000-00000000000d"
const NOTE = "Your passport has a torn corner."

/** What the operation was carried out with. */
const carriedOut: Array<Readonly<Record<string, string>>> = []
const writeTo = makeOperation({
  name: "sample.write",
  permission: "withdrawals.stop",
  approvals: 1,
  parameters: {
    person: { kind: "text", lengthMax: 40 },
    note: { kind: "text", lengthMax: 500, isOptional: true, isPrivate: true },
  },
  plan: ({ person }) =>
    Effect.succeed({ personIds: [], subjectId: person, steps: [{ key: "step.sample", values: {} }] }),
  execute: (given) => Effect.sync(() => carriedOut.push(given)),
})

const run = <A, E>(effect: Effect.Effect<A, E, Operations | Operators | EventStore | Sealing>) =>
  Effect.runPromise(
    effect.pipe(
      Effect.provide(
        Operations.layer.pipe(
          Layer.provideMerge(Operators.layer.pipe(Layer.provide(BesideOperators))),
          Layer.provideMerge(Layer.merge(MemoryEventStore, Sealing.layerMemory)),
        ),
      ),
    ),
  )

const planAndSign = Effect.fnUntraced(function* (note: string) {
  const [operations, { operatorId, sign }] = [yield* Operations, yield* makeTestOperator(ORIGIN, ["treasurer"])]
  const id = yield* operations.plan(writeTo, { person: SUBJECT, note }, operatorId)
  const planned = yield* operations.find(id)
  const signed = sign(Buffer.from(planned?.planHash ?? "", "base64url")) as AuthenticationResponseJSON
  yield* operations.approve(writeTo, id, operatorId, signed)
  return { operations, operatorId, id }
})

it("carries an operation out with its private inputs, and writes none of them into the log in plain", async () => {
  const { state, log } = await run(
    Effect.gen(function* () {
      const { operations, operatorId, id } = yield* planAndSign(NOTE)
      yield* operations.execute(writeTo, id, operatorId)
      const store = yield* EventStore
      return { state: yield* operations.find(id), log: yield* store.readStream(`operation-${id}`) }
    }),
  )
  expect(state?.status).toBe("completed")
  expect(carriedOut.at(-1)).toEqual({ person: SUBJECT, note: NOTE })
  expect(state?.parameters["note"]).toMatch(/^sha256:[\w-]{43}$/)
  const bytes = log.map(({ data, sealed }) => `${JSON.stringify(data)}${Buffer.from(sealed ?? []).toString("latin1")}`)
  expect(bytes.join()).not.toContain("torn corner")
})

it("erases private inputs with their subject, while the signed plan can still be verified", async () => {
  const { state, id } = await run(
    Effect.gen(function* () {
      const { operations, id } = yield* planAndSign(NOTE)
      yield* eraseSubject(SUBJECT)
      return { state: yield* operations.find(id), id }
    }),
  )
  if (state === null) throw new Error("the run is gone")
  expect(privateInputsOf(writeTo, state)).toEqual([{ name: "note", text: null }])
  const { name, parameters, steps, approvalsNeeded, expiresMs, planHash } = state
  const plan = { operationId: id, name, parameters, steps, approvalsNeeded, expiresAt: formatIso(expiresMs) }
  expect(hashOfPlan(plan).toString("base64url")).toBe(planHash)
})

it("has no private inputs if none was given", async () => {
  const state = await run(Effect.flatMap(planAndSign(""), ({ operations, id }) => operations.find(id)))
  expect([state?.parameters, state?.privateInputs]).toEqual([{ person: SUBJECT, note: "" }, {}])
})
