import { Effect } from "effect"
import { Sql } from "#core/kernel"

/**
 * Assigns uploaded pictures to the message with this client id. Returns false if one of them belongs to another person or
 * message. Idempotent for the same message.
 */
export const claimPictures = Effect.fn("claimPictures")(function* (
  personId: string,
  clientId: string,
  keys: ReadonlyArray<string>,
) {
  const { client: sql } = yield* Sql
  const wanted = [...new Set(keys)]
  const taken = yield* Effect.promise(
    () => sql`
      with free as (
        select key from pictures.picture
        where key = any(${wanted}) and person_id = ${personId} and purpose = 'chat'
          and (client_id is null or client_id = ${clientId})
        for update)
      update pictures.picture p set client_id = ${clientId} from free
      where p.key = free.key and (select count(*) from free) = ${wanted.length}
      returning p.key`,
  )
  return taken.length === wanted.length
})
