import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CASE_STATUSES, TARGET_KINDS } from "#contract/moderation"
import { Moderation } from "#core/moderation"
import { listCases } from "#projections/moderation"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const status = Flag.Literals("status", ["todo", "all", ...CASE_STATUSES]).pipe(
  Flag.withDescription("todo: cases that wait for a decision"),
  Flag.withDefault("todo" as const),
)
const kind = Flag.Literals("kind", TARGET_KINDS).pipe(Flag.optional)
const TODO = ["open", "appealed"] as const

/** The queue of moderation, the longest waiting first. */
export const list = Command.make("list", { status, kind, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const of = Option.getOrUndefined(flags.kind)
    const statuses = flags.status === "all" ? CASE_STATUSES : flags.status === "todo" ? TODO : [flags.status]
    const cases = await session.run(listCases({ statuses, ...(of === undefined ? {} : { kind: of }) }))
    output.table(
      cases.map((each) => ({
        case: each.caseId,
        kind: each.kind,
        status: each.status,
        reports: each.reports,
        person: each.userCode ?? "",
        withheld: each.takenAt !== null && each.liftedAt === null ? "yes" : "",
        since: each.changedAt.toISOString(),
      })),
    )
    output.document({ cases })
  }),
).pipe(Command.withDescription("List cases, the longest waiting first"))

const id = Argument.String("case").pipe(Argument.withDescription("Its id"))

/** One case with its reports and decisions. */
export const show = Command.make("show", { case: id, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const found = await session.run(Moderation.use((moderation) => moderation.find(flags.case)))
    if (found === null || found.target === null) throw new Refused(`There is no case ${flags.case}.`, EXIT.usage)
    const { target, text, status: state, reports, measure, appeal, lapse, history } = found
    output.say(`${target.kind} ${target.targetId} · ${state}`)
    output.say(text === "" ? "(no text)" : text)
    if (lapse !== null) output.say(`\nClosed by itself ${at(lapse.atMs)}: ${LAPSED[lapse.cause]}`)
    for (const report of reports) output.say(`\nReported ${at(report.atMs)}\n${report.reason}`)
    if (measure !== null) {
      output.say(`\nTaken down ${at(measure.takenMs)} by ${measure.by}: ${measure.ground}, ${measure.reference}`)
      output.say(measure.facts)
    }
    if (appeal !== null) output.say(`\nAppeal ${at(appeal.madeMs)}\n${appeal.text}`)
    if (appeal?.decision) output.say(`${appeal.decision.outcome} by ${appeal.decision.by}: ${appeal.decision.note}`)
    // Who reported stays between them and the console.
    const anonymous = reports.map(({ reason, atMs }) => ({ reason, atMs }))
    output.document({ target, text, status: state, reports: anonymous, measure, appeal, lapse, history })
  }),
).pipe(Command.withDescription("Show a case with its reports and decisions"))

const at = (ms: number): string => new Date(ms).toISOString()

const LAPSED = {
  author: "its author removed it",
  creator: "the creator removed it",
  gone: "what was reported is gone",
} as const
