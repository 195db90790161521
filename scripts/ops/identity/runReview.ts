import { Effect } from "effect"
import { Argument } from "effect/cli"
import { IdentityReviews } from "#core/identity"
import { CurrentMeta } from "#core/kernel"
import { searchChecks } from "#projections/identity"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

export const check = Argument.String("check").pipe(Argument.withDescription("The id of the check"))

type Flags = { readonly check: string; readonly yes: boolean; readonly json: boolean }
type Reviews = (typeof IdentityReviews)["Service"]
type Failure = {
  readonly _tag: string
  readonly problem?: string
  readonly claimedBy?: string | null
  readonly cause?: unknown
}

/** Shows the plan for a check, and executes it as the operator with `--yes`. */
export const runReview = <A>(
  flags: Flags,
  step: (about: string) => string,
  act: (reviews: Reviews, by: string) => Effect.Effect<A, Failure>,
  say: (done: A) => string,
) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const found = await findCheck(session, flags.check)
    const about = `level ${found.level} of ${found.userCode ?? "a person who left"} (${found.phase})`
    await runPlan({ yes: flags.yes, output, steps: [step(about)] }, async () => {
      const done = await session.run(actAsOperator(act))
      output.say(say(done))
      await waitUntilCaughtUp(session)
      return done
    })
  })

/** Runs a command of reviews as the operator; a refusal becomes a sentence. */
export const actAsOperator = <A>(act: (reviews: Reviews, by: string) => Effect.Effect<A, Failure>) => {
  const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
  return IdentityReviews.use((reviews) => act(reviews, operatorName())).pipe(
    Effect.catch((failure) => Effect.die(new Refused(sentenceOf(failure)))),
    Effect.provideService(CurrentMeta, meta),
  )
}

export const findCheck = async (session: Session, id: string) => {
  const found = (await session.run(searchChecks(id))).find(({ checkId }) => checkId === id.toLowerCase())
  if (found === undefined) throw new Refused(`There is no check ${id}.`, EXIT.usage)
  return found
}

const PROBLEMS: Readonly<Record<string, string>> = {
  self: "Nobody reviews themselves.",
  same: "You gave the first approval. A second one has to come from somebody else.",
  unread: "Read the documents first: ops identity read.",
  digits: "A check digit is wrong. If the document is good, verify with --override; a second reviewer must agree.",
  expired: "The document has expired.",
  proof: "The proof of address is older than 90 days, or from the future.",
  reasons: "Name at least one reason, and only documents of this check.",
  note: "This text is too short or too long.",
}

const OPENINGS: Readonly<Record<string, string>> = {
  unknown: "There is no such document, or it was shredded.",
  credential: "Only those who can read the keeper's directory may look. Run this as the keeper's user.",
  reason: "Give a reason of 10 to 500 characters.",
  often: "You have looked at 30 documents within an hour. Go on later, or let a second person continue.",
  unrecorded: "The look could not be recorded, so nothing was opened.",
  damaged: "The document does not open: it was exchanged or damaged.",
}

const sentenceOf = ({ _tag, problem, claimedBy, cause }: Failure): string => {
  if (problem !== undefined) return PROBLEMS[problem] ?? _tag
  if (_tag === "NotClaimed")
    return claimedBy == null ? "Claim the check first: ops identity claim." : `${claimedBy} has claimed it.`
  if (_tag === "NotOpened") return OPENINGS[String(cause)] ?? "The keeper refused."
  if (_tag === "KeeperUnavailable") return "The keeper does not answer. Is it running?"
  if (_tag === "Preserved") return "The check is preserved: nothing of it may be shredded."
  if (_tag === "TooManyAttempts") return "The person has no attempt left. Verify or reject the check."
  return "The check is not in a state that allows this."
}
