import { Data, type Effect } from "effect"

/** A message that another mail server handed over. */
export type IncomingMail = {
  /** The recipients that the route accepted. */
  readonly recipients: ReadonlyArray<string>
  /** The address of the envelope; empty for bounces. */
  readonly sender: string
  readonly raw: Buffer
  /** The server that handed it over: its address and how it greeted. */
  readonly client: { readonly address: string; readonly name: string }
}

/** The message is refused for good; its server tells the sender. The reason begins with an enhanced code (RFC 3463). */
export class MailRefused extends Data.TaggedError("MailRefused")<{ readonly reason: string }> {}

/** What receives the mail for some of our addresses. */
export type MailRoute = {
  /** Bytes of one message. */
  readonly bytesMax: number
  readonly accepts: (address: string) => boolean
  /** Takes a message in. The same one may come again; after a defect it does. */
  readonly receive: (mail: IncomingMail) => Effect.Effect<void, MailRefused>
}
