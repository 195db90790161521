import type { AuthenticationResponseJSON } from "@simplewebauthn/server"
import { Cause, Clock, Effect, Exit, Layer } from "effect"
import { EventStore, MemoryEventStore, Sealing, writer } from "#core/kernel"
import { type OperatorRole, Operators } from "#core/operators"
import { deposit, TestBalance } from "../../kernel/testing/TestBalance.ts"
import { randomFrom } from "../../kernel/testing/torture/random.ts"
import { makeTestOperator, type TestOperator } from "../../operators/testing/testOperator.ts"
import { Operations } from "../Operations.ts"
import { signedRunReader } from "../signedRuns.ts"
import { type Audit, auditFourEyes } from "./auditFourEyes.ts"
import { BesideOperators, ORIGIN } from "./besideOperators.ts"
import { sampleOperations } from "./sampleOperations.ts"

const OPERATORS = 6
const ROLES: ReadonlyArray<OperatorRole> = ["treasurer", "engineer", "auditor"]
const PEOPLE = ["a", "b", "c", "d"].map((letter) => `01890000-0000-7000-8000-00000000000${letter}`)
const PURSES = Array.from({ length: 12 }, (_, index) => `purse-${index}`)
/** Runs that commands choose from; older ones are left alone. */
const RECENT = 4
const PAIRS = 0.15
const KILLS = 0.03
const MINUTE_MS = 60_000
/** The process ends here: what is in memory is gone. */
const KILLED = new Error("killed")

export type FourEyesReport = Audit & { readonly commands: number; readonly refused: number; readonly kills: number }

/**
 * Six operators give random commands, some at the same moment, with right, foreign and repeated signatures, while roles,
 * suspensions, linked accounts, plans and the clock change, and the process ends before or after any append. Then the
 * log is audited.
 */
export const playFourEyes = (seed: number, commands: number): Promise<FourEyesReport> =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(Clock.Clock, (real) => playWith(real, seed, commands)),
      Layer.merge(MemoryEventStore, Sealing.layerMemory),
    ),
  )

const playWith = Effect.fnUntraced(function* (real: Clock.Clock, seed: number, commands: number) {
  const random = randomFrom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const choose = <A>(from: ReadonlyArray<A>): A => from[below(from.length)] as A
  const [store, sealing] = [yield* EventStore, yield* Sealing]
  let aheadMs = 0
  const nowMs = () => Date.now() + aheadMs
  const clock: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeMillisUnsafe: nowMs,
  })

  let mayKill = false
  let kills = 0
  const dieSometimes = Effect.suspend(() => {
    if (!mayKill || random() >= KILLS) return Effect.void
    kills += 1
    return Effect.die(KILLED)
  })
  const mortal = EventStore.of({
    ...store,
    // Lets the other command of a pair go first.
    readStream: (...requested) =>
      Effect.andThen(random() < 0.3 ? Effect.yieldNow : Effect.void, store.readStream(...requested)),
    append: (append) =>
      Effect.gen(function* () {
        if (random() < 0.3) yield* Effect.yieldNow
        yield* dieSometimes
        const receipt = yield* store.append(append)
        yield* dieSometimes
        return receipt
      }),
  })
  const Stored = Layer.merge(Layer.succeed(EventStore, mortal), Layer.succeed(Sealing, sealing))
  const Process = Operations.layer.pipe(
    Layer.provideMerge(Operators.layer.pipe(Layer.provide(BesideOperators))),
    Layer.provideMerge(Stored),
  )
  /** Runs a command in a process of its own. */
  const inProcess = <A, E>(command: Effect.Effect<A, E, Operations | Operators | EventStore | Sealing>) =>
    Effect.exit(Effect.provideService(Effect.provide(command, Process), Clock.Clock, clock))

  const team: Array<TestOperator> = []
  for (let index = 0; index < OPERATORS; index += 1) {
    const made = yield* inProcess(makeTestOperator(ORIGIN, [index < 5 ? "treasurer" : "engineer"]))
    if (Exit.isFailure(made)) return yield* Effect.die(Cause.squash(made.cause))
    team.push(made.value)
  }
  const runIds: Array<string> = []
  const answers: Array<AuthenticationResponseJSON> = []
  const machine = { kind: "machine", name: "root" } as const

  const someRun = () => runIds.at(-1 - below(Math.min(RECENT, runIds.length))) ?? ""
  const operationOf = (name: string) => sampleOperations.find((each) => each.name === name) ?? choose(sampleOperations)

  const plan = Effect.fnUntraced(function* () {
    const given = { purse: choose(PURSES), person: choose(PEOPLE) }
    const operationId = yield* Operations.use((operations) =>
      operations.plan(choose(sampleOperations), given, choose(team).operatorId),
    )
    runIds.push(operationId)
  })
  const approve = Effect.fnUntraced(function* () {
    const [operationId, operator, operations] = [someRun(), choose(team), yield* Operations]
    const run = yield* operations.find(operationId)
    if (run === null) return
    const how = random()
    const signedRun = how < 0.1 ? ((yield* operations.find(someRun())) ?? run) : run
    const signer = how > 0.9 ? choose(team) : operator
    const signed =
      how > 0.1 && how < 0.15 && answers.length > 0
        ? choose(answers)
        : (signer.sign(Buffer.from(signedRun.planHash, "base64url")) as AuthenticationResponseJSON)
    answers.push(signed)
    yield* operations.approve(operationOf(run.name), operationId, operator.operatorId, signed)
  })
  const execute = Effect.fnUntraced(function* () {
    const [operationId, operations] = [someRun(), yield* Operations]
    const run = yield* operations.find(operationId)
    if (run !== null) yield* operations.execute(operationOf(run.name), operationId, choose(team).operatorId)
  })
  const reject = Effect.fnUntraced(function* () {
    const [operationId, operations] = [someRun(), yield* Operations]
    const run = yield* operations.find(operationId)
    if (run !== null) yield* operations.reject(operationOf(run.name), operationId, choose(team).operatorId, "No")
  })
  const changeTeam = Effect.fnUntraced(function* () {
    const [operators, { operatorId }, role] = [yield* Operators, choose(team), choose(ROLES)]
    const how = random()
    if (how < 0.15) yield* operators.suspend(operatorId, "Lost laptop", machine)
    else if (how < 0.6) yield* operators.restore(operatorId, machine)
    else if (how < 0.7) yield* operators.revoke(operatorId, role, machine)
    else if (how < 0.99) yield* operators.grant(operatorId, role, machine)
    else yield* operators.link(operatorId, choose(PEOPLE), machine)
  })
  /** Somebody else changes what plans are about. */
  const changeWorld = Effect.fnUntraced(function* () {
    const write = yield* writer(TestBalance)
    yield* write(choose(PURSES), deposit(1))
  })
  const wait = () =>
    Effect.sync(() => {
      aheadMs += random() < 0.03 ? 25 * 60 * MINUTE_MS : below(10) * MINUTE_MS
    })

  const draw = (): Effect.Effect<unknown, unknown, Operations | Operators | EventStore | Sealing> => {
    const how = random()
    if (runIds.length === 0 || how < 0.1) return plan()
    if (how < 0.53) return approve()
    if (how < 0.84) return execute()
    if (how < 0.86) return reject()
    if (how < 0.92) return changeTeam()
    return how < 0.95 ? changeWorld() : wait()
  }

  let done = 0
  let refused = 0
  mayKill = true
  while (done < commands) {
    const drawn = Array.from({ length: random() < PAIRS ? 2 : 1 }, draw)
    for (const exit of yield* Effect.all(drawn.map(inProcess), { concurrency: "unbounded" })) {
      done += 1
      if (Exit.isSuccess(exit)) continue
      const reason = Cause.squash(exit.cause)
      if (Cause.hasDies(exit.cause) && reason !== KILLED) return yield* Effect.die(reason)
      if (reason !== KILLED) refused += 1
    }
  }
  mayKill = false
  const log = yield* store.readLog({ after: 0, upTo: yield* store.head, limit: Number.MAX_SAFE_INTEGER })
  const read = yield* signedRunReader
  const plans = new Map<string, string>()
  // From the log, because a process may have ended between a plan and its answer.
  for (const { stream } of log.filter(({ type }) => type === "operations.OperationPlanned.v1")) {
    const operationId = stream.slice(stream.indexOf("-") + 1)
    plans.set(operationId, (yield* read(operationId)).plan)
  }
  return { ...auditFourEyes(log, plans), commands: done, refused, kills } satisfies FourEyesReport
})
