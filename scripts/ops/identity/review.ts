import { type Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { REJECTION_REASONS, RESUBMISSION_REASONS, RETENTION_POLICIES, REVOCATION_REASONS } from "#contract/identity"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { actAsOperator, check, runReview } from "./runReview.ts"

const common = { check, yes, json }
const note = Flag.String("note").pipe(
  Flag.withDescription("What you write to the person, in your own words"),
  Flag.withDefault(""),
)

export const claim = Command.make("claim", common, (flags) =>
  runReview(
    flags,
    (about) => `claim ${about} for 15 minutes`,
    (reviews, by) => reviews.claim(flags.check, by),
    () => "Claimed. Others cannot decide on it for 15 minutes.",
  ),
).pipe(Command.withDescription("Claim a submitted check for 15 minutes"))

export const release = Command.make("release", common, (flags) =>
  runReview(
    flags,
    (about) => `give ${about} back`,
    (reviews, by) => reviews.release(flags.check, by),
    () => "Released.",
  ),
).pipe(Command.withDescription("Give a claimed check back"))

const document = Argument.String("document").pipe(Argument.withDescription("The id of the document"))
const mrz = Flag.String("mrz").pipe(
  Flag.withDescription("The machine-readable zone, lines separated by /"),
  Flag.optional,
)
const number = Flag.String("number").pipe(
  Flag.withDescription("The number, for a document without a machine-readable zone"),
  Flag.optional,
)
const day = Flag.String("day").pipe(
  Flag.withDescription("The last day of validity, or for a proof of address the day of issue: 2030-01-31"),
  Flag.optional,
)

export const read = Command.make("read", { ...common, document, mrz, number, day }, (flags) => {
  const zone = Option.getOrNull(flags.mrz)
  const reading =
    zone === null
      ? { docId: flags.document, number: Option.getOrNull(flags.number), day: Option.getOrElse(flags.day, () => "") }
      : { docId: flags.document, mrz: zone }
  return runReview(
    flags,
    (about) => `record what a document of ${about} says`,
    (reviews, by) => reviews.read(flags.check, reading, by),
    ({ failedDigits, isReused }) =>
      [
        "Recorded.",
        failedDigits.length > 0 && `Wrong check digits: ${failedDigits.join(", ")}. That is a weak signal, no verdict.`,
        isReused && "Another check has a document with this number. A second reviewer must agree.",
      ]
        .filter((line) => line !== false)
        .join("\n"),
  )
}).pipe(Command.withDescription("Record what a document says: its machine-readable zone, or number and day"))

const override = Flag.Boolean("override").pipe(
  Flag.withDescription("Accept a document whose check digits are wrong; a second reviewer must agree"),
  Flag.withDefault(false),
)

export const verify = Command.make("verify", { ...common, override }, (flags) =>
  runReview(
    flags,
    (about) => `verify ${about}`,
    (reviews, by) => reviews.verify(flags.check, by, flags.override),
    ({ isVerified }) => (isVerified ? "Verified." : "First approval given. A second reviewer must agree."),
  ),
).pipe(Command.withDescription("Verify an identity, or give the first of two approvals"))

const reasons = Argument.Literals("reasons", RESUBMISSION_REASONS).pipe(
  Argument.withDescription("Why; the person reads it in their language"),
  Argument.variadic({ min: 1 }),
)
const about = Flag.String("document").pipe(
  Flag.withDescription("The document that is meant; without it the whole check"),
  Flag.optional,
)

export const resubmit = Command.make("resubmit", { ...common, reasons, document: about, note }, (flags) =>
  runReview(
    flags,
    (about) => `ask for new images for ${about}: ${flags.reasons.join(", ")}`,
    (reviews, by) =>
      reviews.askResubmission(flags.check, by, {
        reasons: flags.reasons.map((reason) => ({ docId: Option.getOrNull(flags.document), reason })),
        note: flags.note,
      }),
    () => "Asked.",
  ),
).pipe(Command.withDescription("Ask the person for new images, with reasons"))

const rejection = Argument.Literals("reason", REJECTION_REASONS).pipe(
  Argument.withDescription("Why; the person reads it in their language"),
)

export const reject = Command.make("reject", { ...common, reason: rejection, note }, (flags) =>
  runReview(
    flags,
    (about) => `reject ${about} for good: ${flags.reason}. The person may try again after 180 days`,
    (reviews, by) => reviews.reject(flags.check, by, { reason: flags.reason, note: flags.note }),
    () => "Rejected.",
  ),
).pipe(Command.withDescription("Reject a check for good"))

const revocation = Argument.Literals("reason", REVOCATION_REASONS).pipe(
  Argument.withDescription("Why; the person reads it in their language"),
)

export const revoke = Command.make("revoke", { ...common, reason: revocation }, (flags) =>
  runReview(
    flags,
    (about) => `revoke the verified identity, ${about}: ${flags.reason}`,
    (reviews, by) => reviews.revoke(flags.check, by, flags.reason),
    () => "Revoked.",
  ),
).pipe(Command.withDescription("Revoke a verified identity"))

const lift = Flag.Boolean("lift").pipe(Flag.withDescription("Lift the preservation"), Flag.withDefault(false))
const reason = Flag.String("reason").pipe(
  Flag.withDescription("Why, such as the file number of the authority"),
  Flag.withDefault(""),
)

export const preserve = Command.make("preserve", { ...common, lift, reason }, (flags) =>
  runReview(
    flags,
    (about) =>
      flags.lift
        ? `lift the preservation of ${about}; what is overdue is shredded at once`
        : `preserve ${about}: nothing of it is shredded until this is lifted`,
    (reviews, by): Effect.Effect<number, { readonly _tag: string; readonly problem?: string }> =>
      flags.lift ? reviews.lift(flags.check, by) : reviews.preserve(flags.check, by, flags.reason),
    () => (flags.lift ? "Lifted." : "Preserved."),
  ),
).pipe(Command.withDescription("Order that nothing of a check is shredded, or lift that"))

export const shred = Command.make("shred", common, (flags) =>
  runReview(
    flags,
    (about) => `shred the images of ${about} now. This cannot be undone`,
    (reviews, by) => reviews.shred(flags.check, by),
    () => "Shredded.",
  ),
).pipe(Command.withDescription("Shred the images of a check before their time. Final"))

const policy = Argument.Literals("policy", RETENTION_POLICIES).pipe(
  Argument.withDescription("prove-and-shred: 30 days after the decision; aml: five years after the account ends"),
)

export const retention = Command.make("retention", { policy, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const current = await session.run(actAsOperator((reviews) => reviews.policy))
    if (current === flags.policy) throw new Refused(`The policy is ${current} already.`, EXIT.nothingDone)
    const steps = [
      `keep images of later decisions by ${flags.policy} instead of ${current}; earlier ones keep their day`,
    ]
    await runPlan({ yes: flags.yes, output, steps }, () =>
      session.run(actAsOperator((reviews, by) => reviews.setRetention(flags.policy, by))),
    )
  }),
).pipe(Command.withDescription("Choose how long images of documents are kept"))
