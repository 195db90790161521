import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Result } from "effect"
import { CurrentMeta } from "#core/kernel"
import { CannotPlan, Operations, type PlanStep, type RunState, readParameters } from "#core/operations"
import { permissionsOf } from "#core/operators"
import { consoleText, storedText } from "#src/console/texts/index.ts"
import { withNames } from "#src/operations/parts.ts"
import { findOperation, type OperationServices } from "#src/operations/registry.ts"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import type { Output } from "../lib/output.ts"
import { runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { consoleOrigin, findSignedIn, runOperating } from "./signedIn.ts"

/** Interval of asking whether an operation has ended. */
const ASK_MS = 500

const t = consoleText("en")

export type OperationRequest = {
  /** The name in the registry. */
  readonly name: string
  readonly given: Readonly<Record<string, string>>
  readonly yes: boolean
  /** Whether the command waits until operators have signed. */
  readonly wait: boolean
}

/** Any refusal of an operation as a sentence. */
const sentence = (failure: { readonly _tag: string }): string => {
  if (failure instanceof CannotPlan) {
    const { parameter } = failure.values
    const named = parameter === undefined ? {} : { parameter: storedText(t, `parameter.${parameter}`) }
    return storedText(t, failure.key, { ...failure.values, ...named })
  }
  return "messageKey" in failure ? storedText(t, String(failure.messageKey)) : failure._tag
}

const shownStep = ({ key, values }: PlanStep): string =>
  storedText(
    t,
    key,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const text = storedText(t, `${name}.${value}`)
        return [name, text === `${name}.${value}` ? value : text]
      }),
    ),
  )

/**
 * Runs an operation of the registry as the operator who is signed in at this terminal: it is planned and recorded like at
 * the console, and signed there. Nothing is approved at a terminal, which has no passkey.
 */
export const runOperation = async (session: Session, output: Output, { name, given, yes, wait }: OperationRequest) => {
  const operation = findOperation(name)
  if (operation === null) throw new Refused(`There is no operation ${name}: npm run ops -- run lists them.`, EXIT.usage)
  const origin = await consoleOrigin(session)
  const operator = (await findSignedIn(session))?.operator
  if (operator === undefined)
    throw new Refused(
      `Only operators can do this. Run npm run ops -- sign-in first, or use ${origin}/operate/${name}?${new URLSearchParams(given)}`,
    )
  await session.run(refreshAssetTypes)
  await waitUntilCaughtUp(session)
  const { operatorId } = operator
  const actor = `operator:${operatorId}`
  const attempt = async <A, E extends { readonly _tag: string }>(
    effect: Effect.Effect<A, E, OperationServices | Operations>,
    correlationId: string | null = null,
  ): Promise<A> => {
    const meta = { actor, commandId: null, correlationId, causationId: null }
    const done = await runOperating(session, effect.pipe(Effect.provideService(CurrentMeta, meta), Effect.result))
    if (Result.isFailure(done)) throw new Refused(sentence(done.failure))
    return done.success
  }
  if (!permissionsOf(operator.roles).has(operation.permission))
    throw new Refused(storedText(t, "operators.notAllowed.permission"))
  const read = readParameters(operation, given)
  if (Result.isFailure(read)) throw new Refused(sentence(read.failure), EXIT.usage)
  const parameters = read.success
  const steps = await attempt(Effect.flatMap(operation.plan(parameters), (plan) => withNames(plan.steps)))
  await runPlan({ yes, output, steps: steps.map(shownStep) }, async () => {
    const operationId = await attempt(
      Operations.use((operations) => operations.plan(operation, parameters, operatorId)),
    )
    if (operation.approvals === 0)
      await attempt(
        Operations.use((operations) => operations.execute(operation, operationId, operatorId)),
        operationId,
      )
    else
      output.say(
        `${operation.approvals === 1 ? "Sign it" : "Two operators sign it"} at ${origin}/operations/${operationId}`,
      )
    const ended = wait || operation.approvals === 0 ? await waitForEnd(session, operationId) : null
    return { operationId, status: sayEnd(output, ended) }
  })
}

/** Waits until the console has carried the run out, or it was stopped or expired. */
const waitForEnd = async (session: Session, operationId: string): Promise<RunState | null> => {
  for (;;) {
    const run = await runOperating(
      session,
      Operations.use((operations) => operations.find(operationId)),
    )
    if (run === null || !["planned", "started"].includes(run.status)) return run
    if (run.status === "planned" && run.expiresMs <= Date.now()) return run
    await sleep(ASK_MS)
  }
}

const sayEnd = (output: Output, run: RunState | null): string => {
  if (run === null) return "planned"
  switch (run.status) {
    case "completed":
      output.say("Done.")
      return run.status
    case "failed":
      throw new Refused(t("run.failed", { reason: storedText(t, `failed.${run.reason}`) }))
    case "rejected":
      throw new Refused(`Another operator stopped it: ${run.reason}`)
    default:
      throw new Refused("Its plan expired before enough operators signed it.")
  }
}
