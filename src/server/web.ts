import { fileURLToPath } from "node:url"
import { Effect, Layer, Redacted } from "effect"
import { AppConfig, Log } from "#core/kernel"
import { openSite, type SiteHandler } from "./http/openSite.ts"
import { runRole } from "./lifecycle.ts"
import { processMetrics } from "./metrics/processMetrics.ts"

const dist = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/** The web role: the built site, served as long as the process lives. */
const WebServer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { host, port, metricsToken, trustedProxies } = yield* AppConfig
    const log = yield* Log
    const { handler } = (yield* Effect.promise(() => import(dist("server/entry.mjs")))) as {
      readonly handler: SiteHandler
    }
    // Pages and calls share a runtime that the build holds; it ends after the last request has been answered.
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => (globalThis as Held).quireRuntime?.dispose() ?? Promise.resolve()),
    )
    yield* Effect.acquireRelease(
      Effect.promise(() =>
        openSite({
          handler,
          files: dist("client"),
          host,
          port,
          measure: { token: metricsToken && Redacted.value(metricsToken), proxies: trustedProxies },
          registry: processMetrics(),
          log,
          now: Date.now,
        }),
      ),
      (site) =>
        Effect.promise(async () => {
          ;(globalThis as Held).quireLive?.closeAll()
          await site.close()
        }),
    )
    log.info({ host, port }, "site serving")
  }),
)

type Held = { readonly quireRuntime?: { dispose(): Promise<void> }; readonly quireLive?: { closeAll(): void } }

runRole("web", WebServer)
