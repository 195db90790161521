import { Effect, Layer } from "effect"
import { Feeds } from "#core/feeds"
import { AppConfig, Log } from "#core/kernel"
import { ServicesLayer } from "../../src/process/runtime.ts"
import { demoFeeds, startPublisher } from "../demo/index.ts"
import { seedCreators } from "../run/seedCreators.ts"
import { seedSupporters } from "../run/seedSupporters.ts"

/** Few feeds, to keep the fixture small: texts without spaces, a podcast, and two others. */
const LANGUAGES = /^(?:zh|ja)/
const SLUGS = ["forty-roofs", "moor-und-deich", "unhurried-ear"]

/** Adds a part of the demo to a running product for the fixture of the upgrade test. */
const program = Effect.gen(function* () {
  const { demoPort } = yield* AppConfig
  const publisher = yield* Effect.promise(() => startPublisher({ port: demoPort, now: () => new Date() }))
  const feeds = yield* Feeds
  for (const { slug, language, feedPath } of demoFeeds)
    if (LANGUAGES.test(language) || SLUGS.includes(slug)) yield* feeds.add(publisher.url + feedPath)
  yield* seedCreators
  yield* seedSupporters
})

const environment = Log.layer("fixture").pipe(Layer.provideMerge(AppConfig.layer))
await Effect.runPromise(Effect.orDie(program).pipe(Effect.provide(ServicesLayer.pipe(Layer.provideMerge(environment)))))
process.exit(0)
