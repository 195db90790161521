import { Effect, Layer, Redacted } from "effect"
import { Attempts, Challenges, Sessions } from "#core/accounts"
import { AppConfig } from "#core/kernel"
import { OperatorSessions, Operators } from "#core/operators"
import { DocumentStorage } from "../DocumentStorage.ts"
import { keeperDirectoryOf, keeperSocketOf } from "./KeeperClient.ts"
import { KeeperDirectory } from "./KeeperDirectory.ts"
import { makeKeeper } from "./makeKeeper.ts"
import { serveKeeper } from "./serveKeeper.ts"
import { siteKeyOf } from "./wire.ts"

/** The keeper reads operators, their passkeys and their permissions from the log itself. */
const OperatorsLayer = Operators.layer.pipe(
  Layer.provide(Layer.mergeAll(OperatorSessions.layer, Challenges.layer.pipe(Layer.provide(Attempts.layer)))),
)

/** The keeper on its socket, for the lifetime of the layer. */
export const keeperLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    const directory = yield* Effect.promise(() => KeeperDirectory.open(keeperDirectoryOf(settings)))
    const keeper = yield* makeKeeper(directory)
    const siteKey = siteKeyOf(Redacted.value(settings.masterKey))
    yield* serveKeeper({ keeper, directory, siteKey, socket: keeperSocketOf(settings) })
  }),
).pipe(Layer.provide(Layer.mergeAll(DocumentStorage.layer, Sessions.layer, OperatorsLayer)))
