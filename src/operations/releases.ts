import { Effect } from "effect"
import { makeOperation, type Parameter } from "#core/operations"
import { findRunningReleases, ReleaseChoice, releaseId } from "#core/releases"
import { cannotPlan, reason, step } from "./parts.ts"

/** The build of a release, or its whole id, such as 0.7.2+0123456789ab. */
const release = { kind: "text", lengthMax: 60 } as const satisfies Parameter
const buildOf = (given: string): string => given.split("+").at(-1) ?? ""

/** What choosing a build changes. */
const planChoice = Effect.fn("planChoice")(function* (build: string) {
  const [{ chosen, known }, running] = [yield* ReleaseChoice.use(({ state }) => state), yield* findRunningReleases]
  const found = running.find((each) => each.build === build)
  const version = known.find((each) => each.build === build)?.version ?? found?.version
  if (version == null) return yield* Effect.fail(cannotPlan("noRelease", { release: build }))
  if (chosen?.build === build) return yield* Effect.fail(cannotPlan("releaseChosen"))
  if (found === undefined || found.workers === 0) return yield* Effect.fail(cannotPlan("releaseWithoutWorker"))
  const to = releaseId({ version, build })
  const from = chosen === null ? "–" : releaseId(chosen)
  return { personIds: [], steps: [step("chooseRelease", { to, from }), step("switchToRelease", { to })] }
})

const choose = makeOperation({
  name: "releases.choose",
  permission: "releases.choose",
  approvals: 2,
  parameters: { release, reason },
  plan: ({ release: given }) => planChoice(buildOf(given)),
  execute: ({ release: given, reason: why }, by) =>
    ReleaseChoice.use((choice) => choice.choose(buildOf(given), why, by)),
  undo: () => ({ name: "releases.rollBack", parameters: {} }),
})

/** One signature: it stops what a release does wrong, and returns to what ran before. */
const rollBack = makeOperation({
  name: "releases.rollBack",
  permission: "releases.choose",
  approvals: 1,
  parameters: { reason },
  plan: () =>
    Effect.gen(function* () {
      const { previous } = yield* ReleaseChoice.use(({ state }) => state)
      if (previous === null) return yield* Effect.fail(cannotPlan("noPreviousRelease"))
      return yield* planChoice(previous.build)
    }),
  execute: ({ reason: why }, by) => ReleaseChoice.use((choice) => choice.rollBack(why, by)),
})

export const releaseOperations = [choose, rollBack] as const
