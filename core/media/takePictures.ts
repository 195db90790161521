import { Effect } from "effect"
import { Sql } from "#core/kernel"

/**
 * Gives pictures that somebody brought for messages to the one that their client named so. Answers whether all of them are
 * theirs and no other message's; the same message takes them as often as it is sent.
 */
export const takePictures = Effect.fn("takePictures")(function* (
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
