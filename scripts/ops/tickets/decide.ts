import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { REPLY_HELD_SECONDS, TICKET_PRIORITIES } from "#contract/tickets"
import { CurrentMeta } from "#core/kernel"
import { type SavedTicket, Support } from "#core/tickets"
import { findTicket, type QueuedTicket } from "#projections/tickets"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { number } from "./list.ts"

type Flags = { readonly ticket: string; readonly yes: boolean; readonly json: boolean }
type SupportService = (typeof Support)["Service"]
type Finding = (name: string) => Promise<QueuedTicket>

/** What refusals mean for an operator. */
const REFUSALS: Readonly<Record<string, string>> = {
  ReplyOutdated: "The ticket has changed since that version, or an answer is about to leave. Look at it again.",
  TicketIsClosed: "The ticket is closed.",
  TicketIsMerged: "The ticket was merged into another one.",
  NoHeldReply: "No answer waits to leave.",
  OwnTicket: "Nobody decides about their own ticket.",
  NotMergeable: "Only tickets of the same person can be merged, once, and not while an answer waits to leave.",
  NotSplittable: "Name some of its public messages, one of the person's among them, and not all.",
  TooManyMessages: "The ticket is full.",
  UnfitTicket: "A text is empty or too long, or there are too many tags.",
}

/** Decides about a ticket as the operator: finds it, shows the plan, then executes it. */
const decide = (
  flags: Flags,
  plan: (
    ticket: QueuedTicket,
    find: Finding,
  ) => Promise<{
    readonly step: string
    readonly act: (support: SupportService, by: string) => Effect.Effect<SavedTicket, { readonly _tag: string }>
    readonly say: (done: SavedTicket) => string
  }>,
) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    const find = async (name: string) => {
      const found = await session.run(findTicket(name))
      if (found === null) throw new Refused(`No ticket has the number ${name}.`, EXIT.usage)
      return found
    }
    const { step, act, say } = await plan(await find(flags.ticket), find)
    await runPlan({ yes: flags.yes, output, steps: [step] }, async () => {
      const by = operatorName()
      const meta = { actor: by, commandId: null, correlationId: null, causationId: null }
      const done = await session.run(
        Support.use((support) => act(support, by)).pipe(
          Effect.catch(({ _tag }) => Effect.die(new Refused(REFUSALS[_tag] ?? _tag))),
          Effect.provideService(CurrentMeta, meta),
        ),
      )
      output.say(say(done))
      await waitUntilCaughtUp(session)
      return done
    })
  })

const flags = { ticket: number, yes, json }
const text = Argument.String("text")
const quoted = (given: string) => JSON.stringify(given.length > 200 ? `${given.slice(0, 200)}…` : given)

export const reply = Command.make(
  "reply",
  {
    ...flags,
    text,
    seen: Flag.Int("seen").pipe(
      Flag.withDescription("The version that you read; a newer message stops the answer"),
      Flag.optional,
    ),
    solve: Flag.Boolean("solve").pipe(Flag.withDescription("Also mark it as solved"), Flag.withDefault(false)),
  },
  (given) =>
    decide(given, async ({ ticketId, number: name, version }) => ({
      step: `answer ticket ${name} with ${quoted(given.text)}${given.solve ? ", and mark it as solved" : ""}`,
      act: (support, by) =>
        support.reply(ticketId, by, {
          text: given.text,
          outcome: given.solve ? "solved" : "waiting",
          seen: Option.getOrElse(given.seen, () => version),
        }),
      say: () => `Leaves in ${REPLY_HELD_SECONDS} seconds. Until then: ops tickets take-back ${name} --yes`,
    })),
).pipe(Command.withDescription("Answer a ticket; the person gets the answer after 15 seconds"))

export const takeBack = Command.make("take-back", flags, (given) =>
  decide(given, async ({ ticketId, number: name }) => ({
    step: `take back the answer to ticket ${name} that has not left yet`,
    act: (support, by) => support.takeBack(ticketId, by),
    say: () => "Taken back.",
  })),
).pipe(Command.withDescription("Take back an answer before it leaves"))

export const note = Command.make("note", { ...flags, text }, (given) =>
  decide(given, async ({ ticketId, number: name }) => ({
    step: `add a note to ticket ${name} that only operators see: ${quoted(given.text)}`,
    act: (support, by) => support.note(ticketId, by, given.text),
    say: () => "Noted.",
  })),
).pipe(Command.withDescription("Add a note that only operators see"))

export const assign = Command.make(
  "assign",
  {
    ...flags,
    to: Argument.String("operator").pipe(Argument.withDescription("Such as operator:ada; me; nobody")),
  },
  (given) =>
    decide(given, async ({ ticketId, number: name }) => {
      const assignee = given.to === "nobody" ? null : given.to === "me" ? operatorName() : given.to
      return {
        step: assignee === null ? `take ticket ${name} from its operator` : `give ticket ${name} to ${assignee}`,
        act: (support, by) => support.assign(ticketId, by, assignee),
        say: () => "Assigned.",
      }
    }),
).pipe(Command.withDescription("Give a ticket to an operator"))

export const priority = Command.make(
  "priority",
  { ...flags, priority: Argument.Literals("priority", TICKET_PRIORITIES) },
  (given) =>
    decide(given, async ({ ticketId, number: name }) => ({
      step: `set the priority of ticket ${name} to ${given.priority}`,
      act: (support, by) => support.prioritise(ticketId, by, given.priority),
      say: () => "Set.",
    })),
).pipe(Command.withDescription("Set the priority of a ticket"))

export const tag = Command.make(
  "tag",
  {
    ...flags,
    tags: Argument.String("tags").pipe(Argument.withDescription("All tags, separated by commas; empty for none")),
  },
  (given) =>
    decide(given, async ({ ticketId, number: name }) => ({
      step: `set the tags of ticket ${name} to ${quoted(given.tags)}`,
      act: (support, by) => support.tag(ticketId, by, given.tags.split(",")),
      say: () => "Tagged.",
    })),
).pipe(Command.withDescription("Replace the tags of a ticket"))

export const solve = Command.make("solve", flags, (given) =>
  decide(given, async ({ ticketId, number: name }) => ({
    step: `mark ticket ${name} as solved, without an answer`,
    act: (support, by) => support.solve(ticketId, by),
    say: () => "Solved.",
  })),
).pipe(Command.withDescription("Mark a ticket as solved without an answer"))

export const merge = Command.make(
  "merge",
  {
    ...flags,
    into: Argument.String("into").pipe(Argument.withDescription("The ticket of the same person that goes on")),
  },
  (given) =>
    decide(given, async (source, find) => {
      const target = await find(given.into)
      return {
        step: `merge ticket ${source.number} into ${target.number}, where the person's answers go from then on (undo: unmerge)`,
        act: (support, by) => support.merge(source.ticketId, target.ticketId, by),
        say: () => "Merged.",
      }
    }),
).pipe(Command.withDescription("Merge a ticket into another one of the same person"))

export const unmerge = Command.make("unmerge", flags, (given) =>
  decide(given, async ({ ticketId, number: name, mergedInto }) => ({
    step: `separate ticket ${name} from ${mergedInto ?? "the ticket that it was merged into"}`,
    act: (support, by) => support.unmerge(ticketId, by),
    say: () => "Separated.",
  })),
).pipe(Command.withDescription("Undo a merge"))

export const split = Command.make(
  "split",
  {
    ...flags,
    subject: Flag.String("subject").pipe(Flag.withDescription("The subject of the new ticket")),
    messages: Argument.String("messages").pipe(Argument.withDescription("Ids of messages, separated by commas")),
  },
  (given) =>
    decide(given, async ({ ticketId, number: name }) => {
      const messageIds = given.messages.split(",").map((id) => id.trim())
      return {
        step: `move ${messageIds.length} messages of ticket ${name} to a new one: ${quoted(given.subject)}`,
        act: (support, by) => support.split(ticketId, by, { subject: given.subject, messageIds }),
        say: (done) => `Opened ticket ${done.number}.`,
      }
    }),
).pipe(Command.withDescription("Move messages to a ticket of their own"))
