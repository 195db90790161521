import type { MailKind } from "../Message.ts"

/** The words of one kind of message. `action` names the link, where there is one. */
export type MailTemplate = {
  readonly subject: string
  readonly lead: string
  readonly action?: string
  /** What to do who did not expect it. */
  readonly note: string
}

/** All messages in one language. `{name}` is where something is filled in. */
export type MailTemplates = {
  readonly kinds: Readonly<Record<MailKind, MailTemplate>>
  /** How long a code lives: `{time}`. */
  readonly lives: string
  readonly at: string
  readonly device: string
  readonly name: string
  readonly amount: string
  /** An amount that is worth nothing: `{amount}`. */
  readonly demo: string
  readonly giver: string
  readonly receiver: string
  readonly address: string
  readonly message: string
  readonly footer: string
}

/** What a letter says, the same as text and as HTML. */
export type MailParts = {
  readonly locale: string
  readonly subject: string
  readonly lead: string
  readonly code: string | null
  readonly link: { readonly label: string; readonly href: string } | null
  readonly details: ReadonlyArray<string>
  readonly note: string
  readonly footer: string
  readonly origin: string
}
