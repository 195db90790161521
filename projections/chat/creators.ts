import { Effect, Layer } from "effect"
import { Creators } from "#core/chat"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"

const db = readModels().withTables<{
  "read.account": { person_id: string; channel_code: string | null }
  "read.feed_claim": { person_id: string }
}>()

/** A creator has claimed a feed or has a channel. */
export const creatorsLayer = Layer.effect(
  Creators,
  Effect.map(Sql, ({ query }) =>
    Creators.of({
      isCreator: (personId) =>
        Effect.map(
          query(
            db
              .selectFrom("read.feed_claim")
              .select("person_id")
              .where("person_id", "=", personId)
              .unionAll(
                db
                  .selectFrom("read.account")
                  .select("person_id")
                  .where("person_id", "=", personId)
                  .where("channel_code", "is not", null),
              )
              .limit(1),
          ),
          (rows) => rows.length > 0,
        ),
    }),
  ),
)
