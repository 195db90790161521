import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { REJECTION_REASONS, REVIEW_NOTE_LENGTH_MAX } from "#contract/channels"
import { Applications } from "#core/channels"
import { AppConfig, CurrentMeta } from "#core/kernel"
import { findPerson } from "#projections/accounts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const person = Argument.String("person").pipe(Argument.withDescription("The applicant's code"))
const reason = Argument.Literals("reason", REJECTION_REASONS).pipe(
  Argument.withDescription("Why; the applicant reads it in their language"),
)
const note = Flag.String("note").pipe(
  Flag.withDescription("What you write to the applicant, in your own words"),
  Flag.withDefault(""),
)

type Flags = { readonly person: string; readonly yes: boolean; readonly json: boolean }
type ApplicationsService = (typeof Applications)["Service"]

/** Decides about an application as the operator: resolves the code, shows the plan, then executes it. */
const decide = <A extends { readonly position: number }>(
  flags: Flags,
  step: (name: string) => string,
  act: (applications: ApplicationsService, personId: string, by: string) => Effect.Effect<A, { readonly _tag: string }>,
  say: (done: A, origin: string) => string,
) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const found = await session.run(findPerson(flags.person))
    if (found === null) throw new Refused(`No person has the code ${flags.person}.`, EXIT.usage)
    const name = found.displayName === null ? found.userCode : `${found.displayName} (${found.userCode})`
    await runPlan({ yes: flags.yes, output, steps: [step(name)] }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const done = await session.run(
        Applications.use((applications) => act(applications, found.personId, operatorName())).pipe(
          Effect.catch(() => Effect.die(new Refused(`${name} has no application that waits for this.`))),
          Effect.provideService(CurrentMeta, meta),
        ),
      )
      const { publicOrigin } = await session.run(AppConfig)
      output.say(say(done, publicOrigin))
      await waitUntilCaughtUp(session)
      return done
    })
  })

const atPosition = (decided: Effect.Effect<number, { readonly _tag: string }>) =>
  Effect.map(decided, (position) => ({ position }))

export const review = Command.make("review", { person, yes, json }, (flags) =>
  decide(
    flags,
    (name) => `start the review of ${name}'s application, which they cannot change from then on`,
    (applications, personId, by) => atPosition(applications.startReview(personId, by)),
    () => "In review.",
  ),
).pipe(Command.withDescription("Start the review of an application"))

export const approve = Command.make("approve", { person, yes, json }, (flags) =>
  decide(
    flags,
    (name) => `approve ${name}'s application and open their channel`,
    (applications, personId, by) => applications.approve(personId, by),
    ({ channelCode }, origin) => `Opened channel ${channelCode}: ${origin}/user/${channelCode}`,
  ),
).pipe(Command.withDescription("Approve an application: the person becomes a creator with a channel"))

export const reject = Command.make("reject", { person, reason, note, yes, json }, (flags) =>
  decide(
    flags,
    (name) => `reject ${name}'s application: ${flags.reason}`,
    (applications, personId, by) => {
      if ([...flags.note].length > REVIEW_NOTE_LENGTH_MAX)
        throw new Refused(`A note has at most ${REVIEW_NOTE_LENGTH_MAX} characters.`, EXIT.usage)
      return atPosition(applications.reject(personId, by, flags.reason, flags.note))
    },
    () => "Rejected.",
  ),
).pipe(Command.withDescription("Reject an application, with a reason that the applicant reads"))
