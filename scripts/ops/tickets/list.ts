import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { TICKET_PRIORITIES, TICKET_STATUSES } from "#contract/tickets"
import { findThread, findTicket, listQueue } from "#projections/tickets"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

const status = Flag.Literals("status", ["todo", "all", ...TICKET_STATUSES]).pipe(
  Flag.withDescription("todo: tickets that wait for support"),
  Flag.withDefault("todo" as const),
)
const priority = Flag.Literals("priority", TICKET_PRIORITIES).pipe(Flag.optional)
const assignee = Flag.String("assignee").pipe(
  Flag.withDescription("Tickets of this operator, such as operator:ada; nobody: of none"),
  Flag.optional,
)
const tag = Flag.String("tag").pipe(Flag.optional)

/** The queue of support, the longest unchanged first. */
export const list = Command.make("list", { status, priority, assignee, tag, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const chosen = Option.getOrUndefined(flags.assignee)
    const of = Option.getOrUndefined(flags.priority)
    const tagged = Option.getOrUndefined(flags.tag)
    const found = await session.run(
      listQueue({
        statuses: flags.status === "all" ? TICKET_STATUSES : [flags.status === "todo" ? "open" : flags.status],
        ...(of === undefined ? {} : { priority: of }),
        ...(chosen === undefined ? {} : { assignee: chosen === "nobody" ? null : chosen }),
        ...(tagged === undefined ? {} : { tag: tagged }),
      }),
    )
    output.table(
      found.map((ticket) => ({
        ticket: ticket.number,
        status: ticket.status,
        priority: ticket.priority,
        assignee: ticket.assignee ?? "",
        changed: ticket.changedAt.toISOString(),
        late: ticket.breaches.join(" "),
        tags: ticket.tags.join(" "),
        person: ticket.userCode ?? "",
        subject: ticket.subject.slice(0, 60),
      })),
    )
    output.document({ tickets: found.map(({ personId: _, ...ticket }) => ticket) })
  }),
).pipe(Command.withDescription("List tickets, the longest unchanged first"))

export const number = Argument.String("ticket").pipe(Argument.withDescription("Its number, such as T3K9M2X7A"))

/** One ticket with everything that operators see of it. */
export const show = Command.make("show", { ticket: number, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const found = await session.run(findTicket(flags.ticket))
    if (found === null) throw new Refused(`No ticket has the number ${flags.ticket}.`, EXIT.usage)
    const { messages, files } = await session.run(findThread(found.ticketId))
    const { personId: _, ...ticket } = found
    output.say(`${ticket.number}  ${ticket.subject}`)
    output.say(
      [
        ticket.status,
        ticket.priority,
        ticket.topic,
        `in ${ticket.locale}`,
        ticket.userCode ?? "",
        ticket.assignee ?? "",
      ]
        .filter(Boolean)
        .join(" · "),
    )
    if (ticket.tags.length > 0) output.say(`Tags: ${ticket.tags.join(", ")}`)
    if (ticket.linkKind !== null) output.say(`About ${ticket.linkKind} ${ticket.linkId}`)
    if (ticket.mergedInto !== null) output.say(`Merged into ${ticket.mergedInto}`)
    output.say(`Version ${ticket.version}: name it in a reply, so that a newer message stops it.`)
    for (const message of messages) {
      const labels = [
        message.saidAt.toISOString(),
        message.author === "person" ? "person" : message.writtenBy,
        message.state === "public" ? "" : message.state.toUpperCase(),
        message.number === ticket.number ? "" : `from ${message.number}`,
        message.mailAuth ?? "",
        message.messageId,
      ]
      output.say(`\n${labels.filter(Boolean).join(" · ")}\n${message.text}`)
    }
    output.document({ ticket, messages, files })
  }),
).pipe(Command.withDescription("Show a ticket with its messages and notes"))
