import { Data, type Effect } from "effect"
import type { Chats, Creators } from "#core/chat"
import type { Sql } from "#core/kernel"
import type { ChatNode } from "../node/ChatNode.ts"
import type { LivePerson, Peer } from "../peers/Peer.ts"

/** Who asks, on which socket, at which node. */
export type Asker = {
  readonly node: ChatNode
  readonly peer: Peer
  readonly person: LivePerson
  /** Does something once the reply is on its way. */
  readonly afterwards: (act: () => void) => void
}

/** A refusal that a person is told in their language by its key. */
export type Refusal = { readonly _tag: string; readonly messageKey: string }

/** What commands need of the product. */
export type Needs = Chats | Creators | Sql

/** Carries out one command; answers what becomes the JSON of its reply. */
export type Handler = (asker: Asker, fields: ReadonlyArray<string>) => Effect.Effect<object, Refusal, Needs>

/** Fields that are not what the command is to have. */
export class Malformed extends Data.TaggedError("Malformed")<{ readonly what: string }> {
  readonly messageKey = "chat.malformed"
  override get message(): string {
    return `${this.what} does not fit.`
  }
}
