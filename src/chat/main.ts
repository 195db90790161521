import { Effect, Layer } from "effect"
import { AppConfig } from "#core/kernel"
import { runRole } from "#src/server/lifecycle.ts"
import { openSocket } from "./Socket.ts"

/** The chat role: one socket server that listens as long as the process lives. */
const ChatServer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { host, chatPort, publicOrigin, trustedProxies } = yield* AppConfig
    const options = { host, port: chatPort, publicOrigin, trustedProxies, now: Date.now }
    yield* Effect.acquireRelease(
      Effect.promise(() => openSocket(options)),
      (server) => Effect.promise(server.close),
    )
    yield* Effect.logInfo("chat listens", { host, port: chatPort })
  }),
)

runRole("chat", ChatServer)
