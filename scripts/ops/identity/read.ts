import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { PHASES } from "#contract/identity"
import { IdentityReviews } from "#core/identity"
import { listCheckDocuments, listChecks, QUEUE_PAGE_MAX, searchChecks } from "#projections/identity"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const check = Argument.String("check").pipe(Argument.withDescription("The id of the check"))
const phase = Flag.Literals("phase", PHASES).pipe(
  Flag.withDescription("Checks in this phase, pending by default"),
  Flag.withDefault("pending"),
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
export const list = Command.make("list", { phase, after, person, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const code = Option.getOrNull(flags.person)
    const afterId = Option.getOrNull(flags.after)
    const last = afterId === null ? null : await findCheck(session, afterId)
    const rows = await session.run(
      Effect.gen(function* () {
        if (code !== null) return yield* searchChecks(code)
        return yield* listChecks({
          phase: flags.phase,
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
).pipe(Command.withDescription("Show a check and what its documents are; images open at the console alone"))

const findCheck = async (session: Session, id: string) => {
  const found = (await session.run(searchChecks(id))).find(({ checkId }) => checkId === id.toLowerCase())
  if (found === undefined) throw new Refused(`There is no check ${id}.`, EXIT.usage)
  return found
}
