import { Effect, Layer } from "effect"
import { Creators } from "#core/chat"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"

const db = readModels().withTables<{ "read.account": { person_id: string; channel_id: number } }>()

/** A creator has a channel, which an approved application opened. */
export const creatorsLayer = Layer.effect(
  Creators,
  Effect.map(Sql, ({ query }) =>
    Creators.of({
      isCreator: (personId) =>
        Effect.map(
          query(
            db
              .selectFrom("read.account")
              .select("person_id")
              .where("person_id", "=", personId)
              .where("channel_id", ">", 0),
          ),
          (rows) => rows.length > 0,
        ),
    }),
  ),
)
