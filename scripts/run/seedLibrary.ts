import { Effect, Layer } from "effect"
import { Feeds } from "#core/feeds"
import { AppConfig, Log, Sql } from "#core/kernel"
import { ServicesLayer } from "../../src/process/runtime.ts"
import { type SeedProgress, seed } from "../seed.ts"
import { seedCreators } from "./seedCreators.ts"
import { seedSupporters } from "./seedSupporters.ts"

/**
 * Adds the demo's feeds and creators through commands, as its own process, which frees its memory at exit. Records
 * progress in meta.seed, finished only once everything is added, and logs each refused feed with its reason.
 */
const program = Effect.gen(function* () {
  const feeds = yield* Feeds
  const { client: sql } = yield* Sql
  const { demoPort } = yield* AppConfig
  const services = yield* Effect.context<never>()
  const note = async ({ done, total, failed }: SeedProgress) => {
    await sql`
      update meta.seed set feeds_total = ${total}, feeds_done = ${done}, feeds_failed = ${failed} where name = 'demo'`
  }
  const { added, failed } = yield* Effect.promise(() =>
    seed({
      publisherUrl: `http://127.0.0.1:${demoPort}`,
      addFeed: async (url) => {
        await Effect.runPromiseWith(services)(feeds.add(url))
      },
      onProgress: note,
    }),
  )
  for (const { url, reason } of failed) yield* Effect.logError("a demo feed could not be added", { url, reason })
  const hasCreators = yield* Effect.orDie(seedCreators).pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logError("the creators of the demo could not be added", {}, cause), false),
    ),
  )
  if (failed.length > 0 || !hasCreators) return false
  yield* Effect.promise(() => sql`update meta.seed set finished_at = now() where name = 'demo'`)
  yield* Effect.logInfo("the demo library is complete", { feeds: added })
  yield* Effect.catchCause(Effect.orDie(seedSupporters), (cause) =>
    Effect.logError("the supporters of the demo could not be added", {}, cause),
  )
  return true
})

const environment = Log.layer("seed").pipe(Layer.provideMerge(AppConfig.layer))
const layer = ServicesLayer.pipe(Layer.provideMerge(environment))
const isComplete = await Effect.runPromise(program.pipe(Effect.provide(layer)))
process.exit(isComplete ? 0 : 1)
