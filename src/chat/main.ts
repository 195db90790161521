import { Deferred, Effect, Layer, Redacted } from "effect"
import { Chats } from "#core/chat"
import { AppConfig, Hints, InvalidConfig, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { creatorsLayer } from "#projections/chat"
import { WaitMsMin } from "#projections/runner"
import { runRole } from "#src/process/lifecycle.ts"
import { measureRuleOf } from "#src/process/metrics/mayMeasure.ts"
import type { NotAlone } from "./node/NodeRegistry.ts"
import { openChatNode } from "./node/openChatNode.ts"

/** Queries of a node take milliseconds; a longer one was lost with its connection. */
const ANSWER_MS_MAX = 10_000

const ChatServices = Layer.unwrap(
  Effect.gen(function* () {
    const { databaseUrl, masterKey, readYourWritesMs } = yield* AppConfig
    return Chats.layer.pipe(
      Layer.provideMerge(creatorsLayer),
      Layer.provideMerge(PostgresEventStore),
      Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(masterKey)))),
      Layer.provideMerge(Sql.layer(Redacted.value(databaseUrl), { name: "quire chat", answerMsMax: ANSWER_MS_MAX })),
      Layer.provideMerge(Layer.succeed(WaitMsMin, readYourWritesMs)),
    )
  }),
)

/** Another node took the lock of this one, and the two cannot hear each other. */
const lost = Deferred.makeUnsafe<never, InvalidConfig>()

const notAlone = ({ others }: NotAlone) => {
  const reason = `must be set, to the same server everywhere, where several chat processes run; there is also ${others || "another one"}`
  return new InvalidConfig({ wrong: [{ name: "NATS_URL", reason }] })
}

const ChatServer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    const { host, chatPort, publicOrigin, chatTrustedProxies, natsUrl, chatTls, chatEcho } = settings
    const { nodeId } = yield* openChatNode({
      host,
      port: chatPort,
      publicOrigin,
      trustedProxies: chatTrustedProxies,
      natsUrl: natsUrl && Redacted.value(natsUrl),
      tls: chatTls,
      hasEcho: chatEcho,
      measure: measureRuleOf({ ...settings, trustedProxies: chatTrustedProxies }),
      onLost: (error) => Deferred.doneUnsafe(lost, Effect.fail(notAlone(error))),
    })
    yield* Effect.logInfo("chat listens", { host, port: chatPort, node: nodeId })
  }).pipe(
    // A restart would fail the same way, so the supervisor must not try.
    Effect.catchTag("NotAlone", (error) => Effect.fail(notAlone(error))),
  ),
)

runRole("chat", ChatServer.pipe(Layer.provide(ChatServices)), Deferred.await(lost))
