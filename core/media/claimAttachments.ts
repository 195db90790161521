import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { MessageFile } from "./messageFiles/MessageFiles.ts"

/** The pictures and files of a message, in the order of their keys. */
export type ClaimedAttachments = {
  readonly pictures: ReadonlyArray<string>
  readonly files: ReadonlyArray<MessageFile>
}

/**
 * Assigns uploaded pictures and files to the message with this client id. Returns null if one of them belongs to another
 * person or message. Idempotent for the same message.
 */
export const claimAttachments = Effect.fn("claimAttachments")(function* (
  personId: string,
  clientId: string,
  keys: ReadonlyArray<string>,
) {
  const { client: sql } = yield* Sql
  const wanted = [...new Set(keys)]
  const taken = yield* Effect.promise(
    () => sql<Array<MessageFile & { purpose: "chat" | "file" }>>`
      with free as (
        select key from pictures.picture
        where key = any(${wanted}) and person_id = ${personId} and purpose in ('chat', 'file')
          and (client_id is null or client_id = ${clientId})
        for update)
      update pictures.picture p set client_id = ${clientId} from free
      where p.key = free.key and (select count(*) from free) = ${wanted.length}
      returning p.key, p.purpose, p.name, p.kind, p.bytes`,
  )
  if (taken.length < wanted.length) return null
  const ordered = taken.toSorted((one, other) => wanted.indexOf(one.key) - wanted.indexOf(other.key))
  return {
    pictures: ordered.flatMap(({ key, purpose }) => (purpose === "chat" ? [key] : [])),
    files: ordered.flatMap(({ key, purpose, name, kind, bytes }) =>
      purpose === "file" ? [{ key, name, kind, bytes }] : [],
    ),
  } satisfies ClaimedAttachments
})
