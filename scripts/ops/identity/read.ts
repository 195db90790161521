import { writeFileSync } from "node:fs"
import { Clock, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { PHASES } from "#contract/identity"
import { IdentityReviews } from "#core/identity"
import { listCheckDocuments, listChecks, QUEUE_PAGE_MAX, searchChecks } from "#projections/identity"
import { inSession } from "../lib/command.ts"
import { json } from "../lib/flags.ts"
import { operatorName } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { actAsOperator, check, findCheck } from "./runReview.ts"

const phase = Flag.Literals("phase", PHASES).pipe(
  Flag.withDescription("Checks in this phase, pending by default"),
  Flag.withDefault("pending"),
)
const free = Flag.Boolean("free").pipe(
  Flag.withDescription("Only checks that nobody else has claimed"),
  Flag.withDefault(false),
)
const after = Flag.String("after").pipe(
  Flag.withDescription("Continue behind this check, the last one of the page before"),
  Flag.optional,
)
const person = Flag.String("person").pipe(
  Flag.withDescription("All checks of the person with exactly this code"),
  Flag.optional,
)

/** The queue of reviewers, the longest waiting first. */
export const list = Command.make("list", { phase, free, after, person, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const code = Option.getOrNull(flags.person)
    const afterId = Option.getOrNull(flags.after)
    const last = afterId === null ? null : await findCheck(session, afterId)
    const rows = await session.run(
      Effect.gen(function* () {
        if (code !== null) return yield* searchChecks(code)
        const atMs = yield* Clock.currentTimeMillis
        return yield* listChecks({
          phase: flags.phase,
          ...(flags.free ? { freeFor: { by: operatorName(), atMs } } : {}),
          ...(last?.submittedAt == null ? {} : { after: { submittedAt: last.submittedAt, checkId: last.checkId } }),
        })
      }),
    )
    output.table(
      rows.map((row) => ({
        ...{ check: row.checkId, person: row.userCode ?? "left", level: row.level, phase: row.phase },
        ...{ submitted: row.submittedAt?.toISOString().slice(0, 16) ?? "", attempt: row.attempts },
        ...{ claimed: row.claimedBy ?? "", first: row.approvedBy ?? "" },
        flags: [
          row.isNumberReused && "number reused",
          row.hasFailedDigits && "check digit",
          row.isPreserved && "preserved",
        ]
          .filter((flag) => flag !== false)
          .join(", "),
      })),
    )
    output.say(
      rows.length === 0
        ? "No checks."
        : rows.length === QUEUE_PAGE_MAX
          ? `There may be more: --after ${rows.at(-1)?.checkId}`
          : "",
    )
    output.document({ checks: rows })
  }),
).pipe(Command.withDescription("List identity checks, the longest waiting first"))

/** A check with its documents, without their images. */
export const show = Command.make("show", { check, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const found = await findCheck(session, flags.check)
    const documents = await session.run(listCheckDocuments(found.checkId))
    const state = await session.run(IdentityReviews.use((reviews) => reviews.find(found.checkId)))
    output.say(`Check ${found.checkId}: level ${found.level}, ${found.phase}, attempt ${found.attempts}`)
    if (state !== null && state.causes.length > 0)
      output.say(`A second reviewer must agree: ${state.causes.join(", ")}`)
    output.table(
      documents.map((each) => ({
        ...{ document: each.docId, kind: each.kind, side: each.side, country: each.country },
        ...{ size: `${each.widthPx}x${each.heightPx}`, sharpness: each.sharpness, hints: each.hints.join(", ") },
        ...{ read: each.readFormat ?? "", day: each.readDay ?? "", "wrong digits": each.failedDigits.join(", ") },
        shredded: each.shreddedAt?.toISOString().slice(0, 10) ?? "",
      })),
    )
    output.document({ check: found, documents, secondReview: state?.causes ?? [] })
  }),
).pipe(Command.withDescription("Show a check and what its documents are; images need `look`"))

const document = Argument.String("document").pipe(Argument.withDescription("The id of the document"))
const reason = Flag.String("reason").pipe(Flag.withDescription("Why, in 10 to 500 characters; the person reads it"))
const out = Flag.String("out").pipe(Flag.withDescription("The file to write the image to; delete it afterwards"))

/** Opens the image of a document. The keeper records that before it opens anything, and the person sees it. */
export const look = Command.make("look", { check, document, reason, out, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const found = await findCheck(session, flags.check)
    const image = await session.run(
      actAsOperator((reviews, by) =>
        reviews.look({ checkId: found.checkId, docId: flags.document, by, reason: flags.reason, embargoUntil: null }),
      ),
    )
    writeFileSync(flags.out, image, { mode: 0o600, flag: "wx" })
    output.say(`Written to ${flags.out}. The person sees that you looked, and why.`)
    output.document({ file: flags.out, bytes: image.length })
  }),
).pipe(Command.withDescription("Open the image of a document, with a reason that the person reads"))
