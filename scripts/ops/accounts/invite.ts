import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Invites } from "#core/accounts"
import { AppConfig, CurrentMeta } from "#core/kernel"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"

/** Maximum number of invitations per command. */
const INVITES_MAX = 1_000

const count = Flag.Int("count").pipe(Flag.withDescription("How many, 1 by default"), Flag.withDefault(1))

/** Creates invitations. Each one allows one sign-up within 90 days. */
export const invite = Command.make("invite", { count, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    if (flags.count < 1 || flags.count > INVITES_MAX)
      throw new Refused(`Ask for 1 to ${INVITES_MAX} invitations.`, EXIT.usage)
    const steps = [flags.count === 1 ? "make an invitation" : `make ${flags.count} invitations`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const made = Effect.forEach(Array.from({ length: flags.count }), () => Invites.use(({ make }) => make))
      const codes = await session.run(made.pipe(Effect.provideService(CurrentMeta, meta)))
      const { publicOrigin } = await session.run(AppConfig)
      const invitations = codes.map((code) => ({ code, url: `${publicOrigin}/signup?invite=${code}` }))
      for (const { code, url } of invitations) output.say(`${code}  ${url}`)
      return { invitations }
    })
  }),
).pipe(Command.withDescription("Create invitations: a code, and the address of the sign-up page with it"))
