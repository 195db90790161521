import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { approveRun, endRun, PLAN_MS_MAX, planRun, rejectRun, startRun } from "./decideRun.ts"
import type { OperationEvent } from "./events.ts"
import { hashOfPlan, readParameters, type SignedPlan } from "./Operation.ts"
import { Run } from "./Run.ts"

const nowMs = Date.UTC(2026, 10, 27, 9)
const operationId = "01890000-0000-7000-8000-000000000001"
const planned = Result.getOrThrow(
  planRun({
    ...{ operationId, name: "withdrawals.resume", parameters: { coin: "BTC" }, steps: [], planHash: "hash" },
    ...{
      privateInputs: null,
      approvalsNeeded: 2,
      by: "ann",
      expiresAt: new Date(nowMs + PLAN_MS_MAX).toISOString(),
      nowMs,
    },
  })(Run.initial),
)
const approval = (by: string, atMs = nowMs) =>
  approveRun({
    ...{ operationId, by, passkeyId: "k", authenticatorData: "a", clientData: "c", signature: "s", nowMs: atMs },
  })
const start = (permitted: ReadonlyArray<string>, planHash = "hash", atMs = nowMs) =>
  startRun({ operationId, by: "ann", planHash, permitted: new Set(permitted), nowMs: atMs })
type Decide = (state: typeof Run.initial) => Result.Result<ReadonlyArray<OperationEvent>, { readonly _tag: string }>
const given = (...decisions: ReadonlyArray<Decide>) =>
  decisions.reduce((state, decide) => Result.getOrThrow(decide(state)).reduce(Run.evolve, state), replay(Run, planned))
const outcome = (decided: ReturnType<Decide>) =>
  Result.match(decided, {
    onSuccess: (events) => events.map(({ _tag }) => _tag.replace(/^operations\.|\.v1$/g, "")).join(),
    onFailure: (refusal) => ("problem" in refusal ? String(refusal.problem) : refusal._tag),
  })
const both = [approval("ann"), approval("ben")] as const
const everyone = ["ann", "ben", "cy"]

describe("a run that needs two signatures", () => {
  it.each<[title: string, expected: string, decided: ReturnType<Decide>]>([
    ["starts with two signatures of different operators", "OperationStarted", start(everyone)(given(...both))],
    ["does not start with one", "needsApprovals", start(everyone)(given(approval("ann")))],
    ["cannot be signed twice by one operator", "alreadyApproved", approval("ann")(given(approval("ann")))],
    [
      "does not count a signature of an operator who lost the permission",
      "needsApprovals",
      start(["ann", "cy"])(given(...both)),
    ],
    ["does not start if the plan would be another one now", "planChanged", start(everyone, "other")(given(...both))],
    ["does not start after its plan expired", "expired", start(everyone, "hash", nowMs + PLAN_MS_MAX)(given(...both))],
    [
      "cannot be signed after its plan expired",
      "expired",
      approval("ben", nowMs + PLAN_MS_MAX)(given(approval("ann"))),
    ],
    [
      "is stopped by one operator",
      "OperationRejected",
      rejectRun({ operationId, by: "cy", reason: "No", nowMs })(given(...both)),
    ],
    [
      "does not start after it was stopped",
      "ended",
      start(everyone)(given(...both, rejectRun({ operationId, by: "cy", reason: "No", nowMs }))),
    ],
    ["starts once, and goes on after a crash", "", start(everyone)(given(...both, start(everyone)))],
    [
      "ends once",
      "",
      endRun({ operationId, failure: null, nowMs })(
        given(...both, start(everyone), endRun({ operationId, failure: null, nowMs })),
      ),
    ],
    [
      "cannot be stopped once it runs",
      "ended",
      rejectRun({ operationId, by: "cy", reason: "No", nowMs })(given(...both, start(everyone))),
    ],
    ["exists only after it was planned", "NoOperation", approval("ann")(Run.initial)],
  ])("%s", (_, expected, decided) => {
    expect(outcome(decided)).toBe(expected)
  })
})

describe("the fingerprint of a plan", () => {
  const plan: SignedPlan = {
    ...{ operationId, name: "withdrawals.stop", parameters: { coin: "BTC", reason: "Why" } },
    ...{ steps: [{ key: "step.stopWithdrawals", values: { coin: "BTC", reason: "Why" } }] },
    ...{ approvalsNeeded: 1, expiresAt: "2026-11-28T09:00:00.000Z" },
  }
  const hash = (of: SignedPlan) => hashOfPlan(of).toString("hex")

  it("does not depend on the order of fields", () => {
    const reversed = Object.fromEntries(Object.entries(plan).reverse()) as SignedPlan
    expect(hash({ ...reversed, parameters: { reason: "Why", coin: "BTC" } })).toBe(hash(plan))
  })

  it.each<Partial<SignedPlan>>([
    { operationId: "01890000-0000-7000-8000-000000000002" },
    { name: "withdrawals.resume" },
    { parameters: { coin: "LTC", reason: "Why" } },
    { steps: [] },
    { approvalsNeeded: 2 },
    { expiresAt: "2026-11-28T09:00:00.001Z" },
  ])("is another one with %o", (change) => {
    expect(hash({ ...plan, ...change })).not.toBe(hash(plan))
  })
})

describe("the inputs of an operation", () => {
  const operation = {
    parameters: {
      person: { kind: "text", lengthMax: 5 },
      note: { kind: "text", lengthMax: 5, isOptional: true },
      coin: { kind: "choice", options: ["BTC"] },
    },
  } as const

  it.each([
    [
      { person: " ABC ", coin: "BTC", more: "x" },
      { person: "ABC", note: "", coin: "BTC" },
    ],
    [{ coin: "BTC" }, "operations.missing person"],
    [{ person: "ABCDEF", coin: "BTC" }, "operations.tooLong person"],
    [{ person: "ABC", coin: "EUR" }, "operations.unknownChoice coin"],
  ] as const)("%o are read as %o", (fields, expected) => {
    const read = Result.match(readParameters(operation, fields), {
      onSuccess: (values): unknown => values,
      onFailure: ({ key, values }) => `${key} ${values["parameter"]}`,
    })
    expect(read).toEqual(expected)
  })
})
