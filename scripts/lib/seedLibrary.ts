import { Effect, Layer } from "effect"
import { Feeds } from "#core/feeds"
import { AppConfig, Log } from "#core/kernel"
import { ServicesLayer } from "../../src/server/runtime.ts"
import { seed } from "../seed.ts"

/** Fills the library with the demo's feeds by commands, as a process of its own: what it loads goes with it. */
const program = Effect.gen(function* () {
  const feeds = yield* Feeds
  const { demoPort } = yield* AppConfig
  const services = yield* Effect.context<never>()
  yield* Effect.promise(() =>
    seed({
      publisherUrl: `http://127.0.0.1:${demoPort}`,
      addFeed: async (url) => {
        await Effect.runPromiseWith(services)(feeds.add(url))
      },
      onProgress: () => undefined,
    }),
  )
})

const environment = Log.layer("seed").pipe(Layer.provideMerge(AppConfig.layer))
await Effect.runPromise(program.pipe(Effect.provide(ServicesLayer.pipe(Layer.provideMerge(environment)))))
