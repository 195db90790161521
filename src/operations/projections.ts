import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { makeOperation, type Parameter } from "#core/operations"
import { ReleaseChoice } from "#core/releases"
import { decideFaults, findLive, listBuilds, listFaults, pauseBuilds, resumeBuilds } from "#projections/runner"
import { projections } from "../../projections/registry.ts"
import { RELEASE } from "../process/release.ts"
import { BuildControl } from "./BuildControl.ts"
import type { BuildTask } from "./buildTasks.ts"
import { cannotPlan, reason, step } from "./parts.ts"

const projection = {
  kind: "choice",
  options: projections.map(({ name }) => name).toSorted(),
} as const satisfies Parameter
const build = { kind: "text", lengthMax: 10 } as const satisfies Parameter

/** Why a build is switched to that differs from the live one. */
const despite = { kind: "text", lengthMax: 500, isOptional: true } as const satisfies Parameter

const change = (task: Partial<BuildTask> & Pick<BuildTask, "kind" | "projection">) =>
  BuildControl.use((builds) => builds.run({ build: null, mustBeEqual: false, ...task }))

/** A console of another release would switch back to the read models of its own. */
const requireChosen = ReleaseChoice.use((choice) => choice.requireChosen(RELEASE))

const planBuild = Effect.fn("planBuild")(function* (name: string, text: string) {
  const { client: sql } = yield* Sql
  const found = (yield* Effect.promise(() => listBuilds(sql, name))).find(({ build: each }) => String(each) === text)
  if (found === undefined) return yield* Effect.fail(cannotPlan("noBuild", { projection: name, build: text }))
  const live = yield* Effect.promise(() => findLive(sql, name))
  return { number: found.build, live: live?.build ?? null }
})

const rebuildOperation = makeOperation({
  name: "projections.rebuild",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection },
  plan: ({ projection: name }) => Effect.succeed({ personIds: [], steps: [step("rebuild", { projection: name })] }),
  execute: ({ projection: name }) => change({ kind: "rebuild", projection: name }),
})

const verifyOperation = makeOperation({
  name: "projections.verify",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection, build },
  plan: ({ projection: name, build: text }) =>
    Effect.map(planBuild(name, text), ({ live }) => ({
      personIds: [],
      steps: [step("verify", { projection: name, build: text, live: String(live ?? "–") })],
    })),
  execute: ({ projection: name, build: text }) => change({ kind: "verify", projection: name, build: Number(text) }),
})

const switchOperation = makeOperation({
  name: "projections.switch",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection, build, despite },
  plan: ({ projection: name, build: text, despite: why }) =>
    Effect.gen(function* () {
      const { number, live } = yield* planBuild(name, text)
      if (live === null || number === live) return yield* Effect.fail(cannotPlan("isLive", { projection: name }))
      const values = { projection: name, from: String(live), to: String(number) }
      return {
        personIds: [],
        steps: [why === "" ? step("switchEqual") : step("switchDespite"), step("switch", values)],
      }
    }),
  execute: ({ projection: name, build: text, despite: why }) =>
    requireChosen.pipe(
      Effect.andThen(change({ kind: "switch", projection: name, build: Number(text), mustBeEqual: why === "" })),
    ),
  undo: ({ projection: name }) => ({ name: "projections.rollback", parameters: { projection: name } }),
})

const rollbackOperation = makeOperation({
  name: "projections.rollback",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection },
  plan: ({ projection: name }) =>
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const live = yield* Effect.promise(() => findLive(sql, name))
      if (live?.previous == null) return yield* Effect.fail(cannotPlan("noPrevious", { projection: name }))
      const values = { projection: name, from: String(live.build), to: String(live.previous) }
      return { personIds: [], steps: [step("rollback", values)] }
    }),
  execute: ({ projection: name }) =>
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      yield* requireChosen
      const live = yield* Effect.promise(() => findLive(sql, name))
      if (live?.previous == null) return yield* Effect.fail({ _tag: "CannotSwitch" })
      yield* change({ kind: "switch", projection: name, build: live.previous })
    }),
})

const pauseOperation = makeOperation({
  name: "projections.pause",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection, reason },
  plan: ({ projection: name }) => Effect.succeed({ personIds: [], steps: [step("pause", { projection: name })] }),
  execute: Effect.fn("projections.pause")(function* ({ projection: name, reason: why }) {
    const { client: sql } = yield* Sql
    yield* Effect.promise(() => pauseBuilds(sql, { name }, why))
  }),
  undo: ({ projection: name }) => ({ name: "projections.resume", parameters: { projection: name } }),
})

const resumeOperation = makeOperation({
  name: "projections.resume",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection },
  plan: ({ projection: name }) => Effect.succeed({ personIds: [], steps: [step("resume", { projection: name })] }),
  execute: Effect.fn("projections.resume")(function* ({ projection: name }) {
    const { client: sql } = yield* Sql
    yield* Effect.promise(() => resumeBuilds(sql, { name }))
  }),
})

const dropOperation = makeOperation({
  name: "projections.drop",
  permission: "projections.operate",
  approvals: 1,
  parameters: { projection, build },
  plan: ({ projection: name, build: text }) =>
    Effect.gen(function* () {
      const { number, live } = yield* planBuild(name, text)
      if (number === live) return yield* Effect.fail(cannotPlan("dropsLive", { projection: name, build: text }))
      return { personIds: [], steps: [step("dropBuild", { projection: name, build: text })] }
    }),
  execute: ({ projection: name, build: text }) => change({ kind: "drop", projection: name, build: Number(text) }),
})

/** Decides about the events that a projection could not apply. */
const faultOperation = (decision: "retry" | "skip") =>
  makeOperation({
    name: `projections.${decision}`,
    permission: "projections.operate",
    approvals: 1,
    parameters: { projection, reason },
    plan: ({ projection: name }) =>
      Effect.gen(function* () {
        const { client: sql } = yield* Sql
        const parked = yield* Effect.promise(() => listFaults(sql, name))
        if (parked.length === 0) return yield* Effect.fail(cannotPlan("nothingParked", { projection: name }))
        return {
          personIds: [],
          steps: parked.map(({ park_key, position }) =>
            step(`${decision}Event`, { key: park_key, position: String(position) }),
          ),
        }
      }),
    execute: ({ projection: name, reason: why }, by) =>
      Effect.flatMap(Sql, ({ client: sql }) =>
        Effect.promise(() => decideFaults(sql, { name }, { decision, by, reason: why })),
      ),
  })

export const projectionOperations = [
  rebuildOperation,
  verifyOperation,
  switchOperation,
  rollbackOperation,
  pauseOperation,
  resumeOperation,
  dropOperation,
  faultOperation("retry"),
  faultOperation("skip"),
] as const
