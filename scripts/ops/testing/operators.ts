import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { AppConfig, CurrentMeta, createLog, Log, readAppSettings, uuidv7 } from "#core/kernel"
import { Operations, type RunState } from "#core/operations"
import { type OperatorRole, OperatorSessions } from "#core/operators"
import { Reveals } from "#core/reveals"
import { makeTestOperator, type TestOperator } from "../../../core/operators/testing/testOperator.ts"
import { BuildControl } from "../../../src/operations/BuildControl.ts"
import { operatorsLayer } from "../../../src/operations/operatorsLayer.ts"
import { findOperation } from "../../../src/operations/registry.ts"
import { ServicesLayer } from "../../../src/process/runtime.ts"
import { createConsoleRole, grantConsole } from "../../run/consoleRole.ts"
import type { OpsKit } from "./opsKit.ts"

const ASK_MS = 50

/**
 * Operators of a test: one is signed in at the terminal, and they sign what it plans, as they would at the console: with its
 * role in the database.
 */
export const openOperators = async (
  kit: Pick<OpsKit, "url" | "sql" | "env">,
  roles: ReadonlyArray<ReadonlyArray<OperatorRole>>,
) => {
  const consoleUrl = await createConsoleRole(kit.url, `quire_console_${randomBytes(6).toString("hex")}`)
  await grantConsole(kit.url, consoleUrl)
  const settings = Result.getOrThrow(readAppSettings({ ...kit.env, DATABASE_URL: consoleUrl }))
  const log = await createLog({ level: "silent", format: "json", name: "test" }, process.stderr)
  const layer = Layer.mergeAll(Operations.layer, Reveals.layer, BuildControl.layerByWorker).pipe(
    Layer.provideMerge(operatorsLayer),
    Layer.provideMerge(ServicesLayer),
    Layer.provideMerge(Layer.mergeAll(AppConfig.layerOf(settings), Log.layerOf(log))),
  )
  const runtime = ManagedRuntime.make(layer)
  const run: typeof runtime.runPromise = (effect) => runtime.runPromise(effect)
  const team: Array<TestOperator> = []
  const as = <A, E, R>(operator: Pick<TestOperator, "by">, effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentMeta, {
      actor: operator.by,
      commandId: null,
      correlationId: null,
      causationId: null,
    })

  const inviter = { by: `operator:${uuidv7(Date.now())}` }
  for (const each of roles) team.push(await run(as(inviter, makeTestOperator(settings.consoleOrigin, each))))

  /** Whether the operator could sign. */
  const sign = async (operator: TestOperator, operationId: string, state: RunState): Promise<boolean> => {
    const operation = findOperation(state.name)
    if (operation === null) throw new Error(state.name)
    const signed = operator.sign(Buffer.from(state.planHash, "base64url"))
    return run(
      as(
        operator,
        Effect.gen(function* () {
          const operations = yield* Operations
          yield* operations.approve(operation, operationId, operator.operatorId, signed)
          const now = yield* operations.find(operationId)
          if (now !== null && now.approvals.length >= now.approvalsNeeded)
            yield* operations.execute(operation, operationId, operator.operatorId)
        }).pipe(Effect.match({ onSuccess: () => true, onFailure: () => false })),
      ),
    )
  }

  return {
    team,
    run,
    as,
    /** Signs the first of them in at the terminal. */
    signIn: async (operator: TestOperator) => {
      const token = await run(
        OperatorSessions.use((sessions) =>
          sessions.open({ operatorId: operator.operatorId, kind: "terminal", device: "test" }),
        ),
      )
      writeFileSync(join(kit.env["QUIRE_DATA_DIR"] ?? "", "operator-session"), token, { mode: 0o600 })
    },
    /**
     * Waits for a command while these operators sign what was planned, as long as they may: a plan that they are refused, such
     * as one that pays one of them, stays open for others.
     */
    signing: async <A>(command: Promise<A>, by: ReadonlyArray<TestOperator> = team): Promise<A> => {
      let isOver = false
      const refused = new Set<string>()
      const signPlanned = async () => {
        while (!isOver) {
          const planned = await kit.sql<Array<{ id: string }>>`
            select data->>'operationId' as id from es.event e where type = 'operations.OperationPlanned.v1'
              and not exists (select from es.event o where o.stream = e.stream and o.version > e.version)`
          for (const { id } of planned.filter((each) => !refused.has(each.id))) {
            const state = await run(Operations.use((operations) => operations.find(id)))
            if (state === null) continue
            for (const each of by.slice(0, state.approvalsNeeded)) if (!(await sign(each, id, state))) refused.add(id)
          }
          await sleep(ASK_MS)
        }
      }
      const ended = command.finally(() => {
        isOver = true
      })
      // A defect of signing fails the test at once: the command would wait for the signature until its plan expires.
      const [done] = await Promise.all([ended, signPlanned()])
      return done
    },
    close: () => runtime.dispose(),
  }
}
export type TestTeam = Awaited<ReturnType<typeof openOperators>>
