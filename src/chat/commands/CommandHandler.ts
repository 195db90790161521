import { Data, type Effect } from "effect"
import type { Chats, Creators } from "#core/chat"
import type { Sql } from "#core/kernel"
import type { ChatNode } from "../node/ChatNode.ts"
import type { ConnectedPerson, Peer } from "../peers/Peer.ts"

/** The caller, the socket and the node. */
export type RequestContext = {
  readonly node: ChatNode
  readonly peer: Peer
  readonly person: ConnectedPerson
  /** Runs after the reply was sent. */
  readonly afterReply: (act: () => void) => void
}

/** The client translates `messageKey`. */
export type Refusal = { readonly _tag: string; readonly messageKey: string }

export type CommandServices = Chats | Creators | Sql

/** Executes one command; the result becomes the JSON of the reply. */
export type CommandHandler = (
  context: RequestContext,
  fields: ReadonlyArray<string>,
) => Effect.Effect<object, Refusal, CommandServices>

export class Malformed extends Data.TaggedError("Malformed")<{ readonly what: string }> {
  readonly messageKey = "chat.malformed"
  override get message(): string {
    return `${this.what} does not fit.`
  }
}
