import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CurrentMeta, type SqlClient } from "#core/kernel"
import { ReleaseChoice, releaseId } from "#core/releases"
import {
  findBuild,
  findLive,
  listBuilds,
  type Projection,
  requireEqual,
  rollback as rollbackProjection,
  switchTo,
} from "#projections/runner"
import { UNBUILT } from "../../../src/process/release.ts"
import { builtRelease } from "../../run/build.ts"
import { chooseProjections } from "../lib/chosen.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { all, json, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { runRoundsDuring } from "../lib/waitUntilCaughtUp.ts"

/** The live build, and the newest other build made by this code, or null. */
export const liveAndNewest = async (
  sql: SqlClient,
  { name, codeHash }: Projection,
): Promise<{ readonly live: number; readonly newest: number | null }> => {
  const live = await findLive(sql, name)
  if (live === null) throw new Refused(`${name} has no live build yet. npm start creates one.`)
  const beside = (await listBuilds(sql, name)).filter(
    ({ build, code_hash, status }) => code_hash === codeHash && status !== "filling" && build !== live.build,
  )
  return { live: live.build, newest: beside.at(-1)?.build ?? null }
}

const names = Argument.variadic(Argument.String("projection"))
const build = Flag.Int("build").pipe(Flag.withDescription("This build instead of the newest"), Flag.optional)

const despite = Flag.String("despite").pipe(
  Flag.withDescription("Switch although the builds differ, for this reason"),
  Flag.optional,
)

/** Another release than the chosen one would switch to read models of its own. */
const refuseOtherRelease = async ({ run }: Session): Promise<void> => {
  const { chosen } = await run(ReleaseChoice.use(({ state }) => state))
  if (chosen === null || chosen.build === UNBUILT || chosen.build === builtRelease().build) return
  throw new Refused(
    `${releaseId(chosen)} is the chosen release and switches read models; this is ${releaseId(builtRelease())}. ` +
      "Run this on a machine with that release, or choose this one: npm run ops -- releases choose.",
  )
}

type Move = { readonly projection: Projection; readonly from: number; readonly to: number }

/** Records a switch that skips the comparison. A start that refuses to switch leaves no console to record it. */
const recordForced = ({ run }: Session, { projection: { name }, from, to }: Move, why: string): Promise<void> => {
  const by = operatorName()
  const forced = { projection: name, fromBuild: from, toBuild: to, reason: why, by }
  const meta = { actor: by, commandId: null, correlationId: null, causationId: null }
  return run(
    ReleaseChoice.use((choice) => choice.recordForcedSwitch(forced)).pipe(Effect.provideService(CurrentMeta, meta)),
  )
}

/** Makes the newest build live, if all columns that both have are equal. The previous one stays up to date for a rollback. */
export const switchBuilds = Command.make("switch", { names, all, build, despite, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await refuseOtherRelease(session)
    const why = Option.getOrNull(flags.despite)?.trim() ?? null
    if (why === "") throw new Refused("--despite needs a reason.", EXIT.usage)
    const projections = chooseProjections(flags.names, flags.all)
    const wanted = Option.getOrNull(flags.build)
    if (wanted !== null && projections.length > 1) throw new Refused("--build goes with one projection.", EXIT.usage)
    const moves: Array<Move> = []
    for (const projection of projections) {
      const { live, newest } = await liveAndNewest(session.sql, projection)
      if (wanted !== null && (await findBuild(session.sql, projection.name, wanted)) === null) {
        throw new Refused(`There is no build ${wanted} of ${projection.name}.`)
      }
      // After a rollback the newest other build is the later one; after a switch it is the previous one.
      const to = wanted ?? Math.max(live, newest ?? live)
      if (to !== live) moves.push({ projection, from: live, to })
    }
    await runPlan(
      {
        yes: flags.yes,
        output,
        steps: moves.flatMap(({ projection, from, to }) => [
          why === null
            ? `compare build ${to} of ${projection.name} with build ${from}, and stop if they differ`
            : `do not compare build ${to} of ${projection.name} with build ${from}, and record that: ${why}`,
          `switch ${projection.name} from build ${from} to build ${to}; build ${from} stays for a rollback`,
        ]),
      },
      async () => {
        const done = []
        for (const move of moves) {
          const { projection, from, to } = move
          const began = performance.now()
          await runRoundsDuring(session, async () => {
            if (why === null) await requireEqual(session.sql, projection, { build: from }, to)
            else await recordForced(session, move, why)
            await switchTo(session.sql, projection, to)
          })
          const ms = Math.round(performance.now() - began)
          output.say(`${projection.name}: build ${to} serves (${ms} ms)`)
          done.push({ name: projection.name, from, to, ms })
        }
        return done
      },
    )
  }),
).pipe(Command.withDescription("Make the newest build live"))

/** Rolls back to the previously live build. */
export const rollback = Command.make("rollback", { names, all, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await refuseOtherRelease(session)
    const moves: Array<{ readonly projection: Projection; readonly live: number; readonly previous: number }> = []
    for (const projection of chooseProjections(flags.names, flags.all)) {
      const live = await findLive(session.sql, projection.name)
      if (live?.previous != null) moves.push({ projection, live: live.build, previous: live.previous })
    }
    await runPlan(
      {
        yes: flags.yes,
        output,
        steps: moves.map(
          ({ projection, live, previous }) => `switch ${projection.name} back from build ${live} to build ${previous}`,
        ),
      },
      async () => {
        const done = []
        for (const { projection, live } of moves) {
          const to = await runRoundsDuring(session, () => rollbackProjection(session.sql, projection))
          output.say(`${projection.name}: build ${to} serves again`)
          done.push({ name: projection.name, from: live, to })
        }
        return done
      },
    )
  }),
).pipe(Command.withDescription("Switch back to the build before the live one"))
