import type { AuthenticationResponseJSON } from "@simplewebauthn/server"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import {
  CurrentMeta,
  dieOnConflict,
  EventStore,
  formatIso,
  isUuid,
  pastReader,
  reader,
  uuidv7,
  writer,
} from "#core/kernel"
import { NotAllowed, Operators, type Permission, type SignatureRefused } from "#core/operators"
import { approveRun, endRun, PLAN_MS_MAX, planRun, rejectRun, startRun } from "./decideRun.ts"
import { type AnyOperation, hashOfPlan, type Plan, readParameters } from "./Operation.ts"
import { hidePrivateInputs, inputsOf } from "./privateInputs.ts"
import { Run, type RunState } from "./Run.ts"
import { type CannotPlan, NoOperation, type WrongRunState } from "./refusals.ts"

type Given = Readonly<Record<string, string>>
type Permitted = { readonly permission: Permission }

/** Options for `navigator.credentials`, as JSON. */
type ConsoleOptions = Effect.Success<ReturnType<(typeof Operators)["Service"]["beginSignature"]>>

/** Pauses between questions whether a position is settled. */
const SETTLED_PAUSES = Schedule.spaced("5 millis")

/** Runs of operations: planned, signed, carried out once, and recorded. */
export class Operations extends Context.Service<
  Operations,
  {
    /** Plans an operation for an operator; returns the id of the run. */
    plan<R>(
      operation: AnyOperation<R>,
      given: Given,
      operatorId: string,
    ): Effect.Effect<string, CannotPlan | NotAllowed, R>
    /** Options to sign the plan of a run. */
    beginApproval(
      operation: Permitted,
      operationId: string,
      operatorId: string,
    ): Effect.Effect<ConsoleOptions, NoOperation | NotAllowed>
    /** Adds an operator's signature. Refuses if the plan would be another one now. */
    approve<R>(
      operation: AnyOperation<R>,
      operationId: string,
      operatorId: string,
      signed: AuthenticationResponseJSON,
    ): Effect.Effect<void, NoOperation | NotAllowed | CannotPlan | SignatureRefused | WrongRunState, R>
    /** Stops a run for good. */
    reject(
      operation: Permitted,
      operationId: string,
      operatorId: string,
      reason: string,
    ): Effect.Effect<void, NoOperation | NotAllowed | WrongRunState>
    /** Carries a run out, once, if enough operators signed it. Whether it succeeded is in its state. */
    execute<R>(
      operation: AnyOperation<R>,
      operationId: string,
      operatorId: string,
    ): Effect.Effect<void, NoOperation | NotAllowed | CannotPlan | WrongRunState, R>
    /** @param at a position of the log: the run as it was then. Null for now */
    find(operationId: string, at?: number | null): Effect.Effect<RunState | null>
  }
>()("core/operations/Operations") {
  static readonly layer = Layer.effect(
    Operations,
    Effect.gen(function* () {
      const [operators, store] = [yield* Operators, yield* EventStore]
      const [write, read, readPast] = [yield* writer(Run), yield* reader(Run), yield* pastReader(Run)]

      const find = Effect.fnUntraced(function* (
        operationId: string,
        at: number | null = null,
      ): Effect.fn.Return<RunState, NoOperation> {
        if (!isUuid(operationId)) return yield* new NoOperation({})
        const run = yield* at === null ? read(operationId) : readPast(operationId, at)
        if (run.status === "none") return yield* new NoOperation({})
        return run
      })

      const hashOf = (operationId: string, { name, parameters, approvalsNeeded, expiresMs }: RunState, plan: Plan) =>
        hashOfPlan({
          ...{ operationId, name, parameters, steps: plan.steps, approvalsNeeded },
          expiresAt: formatIso(expiresMs),
        })

      /** Refuses operators who lack the permission or are affected by the plan. */
      const authorise = Effect.fnUntraced(function* (
        operation: Permitted,
        operatorId: string,
        plan: Pick<Plan, "personIds" | "operatorIds">,
      ): Effect.fn.Return<void, NotAllowed> {
        const operator = yield* operators.require(operatorId, operation.permission)
        if (plan.personIds.some((personId) => operator.personIds.includes(personId)))
          return yield* new NotAllowed({ problem: "ownAccount" })
        if (plan.operatorIds?.includes(operatorId) === true) return yield* new NotAllowed({ problem: "oneself" })
      })

      /**
       * When a run started: the position of the event, once everything before it is settled. An operator who was suspended
       * at the same moment may only then be known.
       */
      const startOf = Effect.fnUntraced(function* (operationId: string) {
        const stored = yield* store.readStream(`${Run.category}-${operationId}`)
        const started = stored.find(({ type }) => type === "operations.OperationStarted.v1")
        if (started === undefined) return yield* Effect.die(new Error("the run has not started"))
        const { position, recordedAt } = started
        yield* Effect.repeat(store.watermark, { until: (settled) => settled >= position, schedule: SETTLED_PAUSES })
        return { position, ms: Date.parse(recordedAt) }
      })

      /** Whether enough operators who signed, and who started it, had the permission when it started. */
      const mayRun = Effect.fnUntraced(function* (operation: Permitted, operationId: string) {
        const [at, run] = [yield* startOf(operationId), yield* read(operationId)]
        const could = (each: string) => Effect.isSuccess(operators.requireAt(each, operation.permission, at))
        const signed = yield* Effect.filter(run.approvals, ({ operatorId }) => could(operatorId))
        const hasStarter = run.endedBy === null || (yield* could(run.endedBy))
        return hasStarter && new Set(signed.map(({ operatorId }) => operatorId)).size >= run.approvalsNeeded
      })

      return Operations.of({
        plan: Effect.fn("Operations.plan")(function* (operation, given, operatorId) {
          yield* operators.require(operatorId, operation.permission)
          const read = yield* Effect.fromResult(readParameters(operation, given))
          const plan = yield* operation.plan(read)
          yield* authorise(operation, operatorId, plan)
          const nowMs = yield* Clock.currentTimeMillis
          const operationId = uuidv7(nowMs)
          const { shown: parameters, inputs } = hidePrivateInputs(operation, read)
          const { subjectId } = plan
          const hasPrivate = Object.keys(inputs).length > 0
          if (hasPrivate && subjectId === undefined)
            return yield* Effect.die(new Error(`${operation.name} has private inputs and no subject`))
          const privateInputs = hasPrivate && subjectId !== undefined ? { subjectId, inputs } : null
          const { name, approvals: approvalsNeeded } = operation
          const expiresAt = formatIso(nowMs + PLAN_MS_MAX)
          const signed = { operationId, name, parameters, steps: plan.steps, approvalsNeeded, expiresAt }
          const planHash = hashOfPlan(signed).toString("base64url")
          yield* write(operationId, planRun({ ...signed, planHash, privateInputs, by: operatorId, nowMs })).pipe(
            dieOnConflict,
          )
          return operationId
        }),

        beginApproval: Effect.fn("Operations.beginApproval")(function* (operation, operationId, operatorId) {
          const run = yield* find(operationId)
          yield* operators.require(operatorId, operation.permission)
          return yield* operators.beginSignature(operatorId, Uint8Array.from(Buffer.from(run.planHash, "base64url")))
        }),

        approve: Effect.fn("Operations.approve")(function* (operation, operationId, operatorId, signed) {
          const run = yield* find(operationId)
          yield* authorise(operation, operatorId, yield* operation.plan(inputsOf(operation, run)))
          const hash = Uint8Array.from(Buffer.from(run.planHash, "base64url"))
          const { passkeyId } = yield* operators.verifySignature(operatorId, hash, signed, "approval")
          const { authenticatorData, clientDataJSON: clientData, signature } = signed.response
          const nowMs = yield* Clock.currentTimeMillis
          const approval = { operationId, by: operatorId, passkeyId, authenticatorData, clientData, signature, nowMs }
          yield* write(operationId, approveRun(approval)).pipe(dieOnConflict)
        }),

        reject: Effect.fn("Operations.reject")(function* (operation, operationId, operatorId, reason) {
          yield* find(operationId)
          yield* operators.require(operatorId, operation.permission)
          const nowMs = yield* Clock.currentTimeMillis
          yield* write(operationId, rejectRun({ operationId, by: operatorId, reason, nowMs })).pipe(dieOnConflict)
        }),

        execute: Effect.fn("Operations.execute")(function* (operation, operationId, operatorId) {
          const run = yield* find(operationId)
          const isResumed = run.status === "started"
          const given = inputsOf(operation, run)
          const plan = isResumed ? { steps: run.steps, personIds: [] } : yield* operation.plan(given)
          yield* authorise(operation, operatorId, plan)
          const permitted = yield* Effect.filter(run.approvals, ({ operatorId: each }) =>
            Effect.isSuccess(authorise(operation, each, plan)),
          )
          const planHash = hashOf(operationId, run, plan).toString("base64url")
          const started = {
            ...{ operationId, by: operatorId, planHash, nowMs: yield* Clock.currentTimeMillis },
            permitted: new Set(permitted.map(({ operatorId: each }) => each)),
          }
          yield* write(operationId, startRun(started)).pipe(dieOnConflict)
          if (!(yield* mayRun(operation, operationId))) {
            const failed = { operationId, failure: "NotAllowed", nowMs: yield* Clock.currentTimeMillis }
            yield* write(operationId, endRun(failed)).pipe(dieOnConflict)
            return
          }
          const actor = `operator:${operatorId}`
          // The run's id is the command id: a second attempt after a crash gets the answer of the first.
          const meta = { actor, commandId: operationId, correlationId: operationId, causationId: operationId }
          const failure = yield* operation
            .execute(given, actor)
            .pipe(
              Effect.provideService(CurrentMeta, meta),
              Effect.match({ onSuccess: () => null, onFailure: ({ _tag }) => _tag }),
            )
          const nowMs = yield* Clock.currentTimeMillis
          yield* write(operationId, endRun({ operationId, failure, nowMs })).pipe(dieOnConflict)
        }),

        find: (operationId, at) => Effect.catchTag(find(operationId, at), "NoOperation", () => Effect.succeed(null)),
      })
    }),
  )
}
