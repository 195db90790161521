import type { MailKind, ReplyProblem } from "../Message.ts"

/** The texts of one kind of message. `action` is the label of the link, if there is one. */
export type MailTemplate = {
  readonly subject: string
  readonly lead: string
  readonly action?: string
  /** Advice for a recipient who did not expect the message. */
  readonly note: string
}

/** All messages in one language. `{name}` is a placeholder. */
export type MailTemplates = {
  readonly kinds: Readonly<Record<MailKind, MailTemplate>>
  /** The lifetime of a code: `{time}`. */
  readonly lives: string
  readonly at: string
  readonly device: string
  readonly name: string
  readonly amount: string
  /** A note that an amount has no value: `{amount}`. */
  readonly demo: string
  readonly giver: string
  readonly receiver: string
  readonly address: string
  readonly ticket: string
  readonly law: string
  readonly terms: string
  readonly facts: string
  readonly message: string
  /** The newest proof of the log, and the command that checks it: `{proof}`. */
  readonly proof: string
  readonly proofCheck: string
  /** Above this line people write their reply by mail. */
  readonly replyLine: string
  readonly replyProblems: Readonly<Record<ReplyProblem, string>>
  readonly footer: string
}

/** The content of a message, the same as text and as HTML. */
export type MailParts = {
  readonly locale: string
  /** Null if replies do not come back to us. */
  readonly replyLine: string | null
  readonly subject: string
  readonly lead: string
  readonly code: string | null
  readonly link: { readonly label: string; readonly href: string } | null
  readonly details: ReadonlyArray<string>
  readonly note: string
  readonly footer: string
  readonly origin: string
}
