import { Effect } from "effect"
import { ATTACHMENTS_MAX, TICKET_PRIORITIES, type TicketPriority } from "#contract/tickets"
import { NotAllowed, type Operator, Operators } from "#core/operators"
import { Attachments, type Macro, Macros, type SavedTicket, Support, type TicketAttachment } from "#core/tickets"
import { waitFor } from "#projections/runner"
import { findTicket, type QueuedTicket } from "#projections/tickets"
import type { Fields } from "./forms.ts"
import { asOperator } from "./http.ts"
import { run } from "./runtime.ts"
import { type ConsoleText, storedText } from "./texts/index.ts"

type SupportService = (typeof Support)["Service"]

/** Every change has an inverse or can be taken back, so it needs no signature. */
const changeOf = (
  support: SupportService,
  ticket: QueuedTicket,
  by: string,
  fields: Fields,
  target: QueuedTicket | null,
  macro: Macro | null,
  files: ReadonlyArray<TicketAttachment>,
) => {
  const { ticketId } = ticket
  const text = fields["text"] ?? ""
  switch (fields["act"]) {
    case "reply":
    case "replyAndSolve":
      return support.reply(ticketId, by, {
        text,
        outcome: fields["act"] === "reply" ? "waiting" : "solved",
        seen: Number(fields["seen"] ?? Number.NaN),
        ...(macro !== null && { sorting: macro }),
        files,
      })
    case "takeBack":
      return support.takeBack(ticketId, by)
    case "note":
      return support.note(ticketId, by, text, files)
    case "take":
      return support.assign(ticketId, by, by)
    case "release":
      return support.assign(ticketId, by, null)
    case "priority":
      return support.prioritise(ticketId, by, priorityOf(fields["priority"]))
    case "tags":
      return support.tag(ticketId, by, (fields["tags"] ?? "").split(","))
    case "solve":
      return support.solve(ticketId, by)
    case "merge":
      return target === null ? Effect.fail({ _tag: "NoTicket" } as const) : support.merge(ticketId, target.ticketId, by)
    case "unmerge":
      return support.unmerge(ticketId, by)
    case "split":
      return support.split(ticketId, by, {
        subject: fields["subject"] ?? "",
        messageIds: Object.keys(fields).flatMap((name) => (name.startsWith("message-") ? [name.slice(8)] : [])),
      })
    default:
      return Effect.fail({ _tag: "UnfitTicket" } as const)
  }
}

const priorityOf = (given: string | undefined): TicketPriority =>
  TICKET_PRIORITIES.find((each) => each === given) ?? "normal"

/** The macro with an id; null if it was removed, or none is meant. */
export const macroNamed = (macroId: string | null): Effect.Effect<Macro | null, never, Macros> =>
  Macros.use(({ all }) => Effect.map(all, (macros) => macros.find((macro) => macro.macroId === macroId) ?? null))

/** Forms that send files. */
const HAS_FILES = new Set(["reply", "replyAndSolve", "note"])

/** Stores the files of a form for a message of support. */
const keepFiles = Effect.fnUntraced(function* ({ personId }: QueuedTicket, files: ReadonlyArray<File>) {
  if (files.length > ATTACHMENTS_MAX) return yield* Effect.fail({ _tag: "TooManyFiles" } as const)
  const attachments = yield* Attachments
  const stored: Array<string> = []
  for (const file of files) {
    const bytes = new Uint8Array(yield* Effect.promise(() => file.arrayBuffer()))
    stored.push((yield* attachments.keep(personId, file.name, bytes, "support")).attachmentId)
  }
  return yield* attachments.take(personId, stored, "support")
})

/** Changes a ticket as a form asks. Returns the problem, or null; and where to go then. */
export const changeTicket = (
  t: ConsoleText,
  operator: Operator,
  ticket: QueuedTicket,
  fields: Fields,
  chosen: ReadonlyArray<File>,
): Promise<{ readonly problem: string | null; readonly number: string }> => {
  const by = `operator:${operator.operatorId}`
  const change = Effect.gen(function* () {
    yield* Operators.use((operators) => operators.require(operator.operatorId, "tickets.answer"))
    if (operator.personIds.includes(ticket.personId)) return yield* new NotAllowed({ problem: "ownAccount" })
    const target = fields["into"] === undefined ? null : yield* findTicket(fields["into"])
    const support = yield* Support
    const macro = fields["macro"] === undefined ? null : yield* macroNamed(fields["macro"])
    const files = HAS_FILES.has(fields["act"] ?? "") ? yield* keepFiles(ticket, chosen) : []
    const saved: SavedTicket = yield* changeOf(support, ticket, by, fields, target, macro, files)
    // The page that follows shows the change.
    yield* waitFor("tickets", saved.position)
    return saved.number
  })
  return run(
    change.pipe(
      asOperator(operator.operatorId),
      Effect.match({
        onSuccess: (number) => ({ problem: null, number }),
        onFailure: (failure) => ({
          problem:
            failure instanceof NotAllowed ? t(failure.messageKey) : storedText(t, `ticketProblem.${failure._tag}`),
          number: ticket.number,
        }),
      }),
    ),
  )
}
