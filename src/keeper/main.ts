import { Effect, Layer, Redacted } from "effect"
import { keeperLayer } from "#core/identity"
import { AppConfig, Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { runRole } from "#src/process/lifecycle.ts"

/** A look takes a few queries; a longer one was lost with its connection. */
const ANSWER_MS_MAX = 10_000
const CONNECTIONS_MAX = 4

const KeeperServices = Layer.unwrap(
  Effect.map(AppConfig, ({ databaseUrl, masterKey }) =>
    PostgresEventStore.pipe(
      Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(masterKey)))),
      Layer.provideMerge(
        Sql.layer(Redacted.value(databaseUrl), {
          name: "quire keeper",
          connectionsMax: CONNECTIONS_MAX,
          answerMsMax: ANSWER_MS_MAX,
        }),
      ),
    ),
  ),
)

runRole("keeper", keeperLayer.pipe(Layer.provide(KeeperServices)))
