import { Effect, Layer } from "effect"
import { Creators } from "#core/chat"
import { Sql } from "#core/kernel"

/** A creator is who showed that a feed is theirs, or has a channel. */
export const creatorsLayer = Layer.effect(
  Creators,
  Effect.map(Sql, ({ client: sql }) =>
    Creators.of({
      isCreator: (personId) =>
        Effect.promise(async () => {
          const rows = await sql`
            select 1 from read.feed_claim where person_id = ${personId}
            union all select 1 from read.account where person_id = ${personId} and channel_code is not null limit 1`
          return rows.length > 0
        }),
    }),
  ),
)
