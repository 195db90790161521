import { fileURLToPath } from "node:url"
import { Effect, Layer } from "effect"
import { AppConfig, Log } from "#core/kernel"
import { inheritedSocket, replacesProcess } from "../process/inheritedSocket.ts"
import { runRole } from "../process/lifecycle.ts"
import { measureRuleOf } from "../process/metrics/mayMeasure.ts"
import { processMetrics } from "../process/metrics/processMetrics.ts"
import { onDraining, onHandOver } from "../process/phase.ts"
import { shareAssets } from "./assets.ts"
import { type FileServer, openSite, type SiteHandler } from "./http/openSite.ts"
import { stageWarning } from "./site.ts"

const dist = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/** They load what nearly all pages and calls need. */
const WARM_UP_PATHS = ["/readyz", "/newsfeeds", "/api/Feed/MostPopularFeeds"]

/** The web process: serves the built site. */
const WebServer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    const { host, port } = settings
    const log = yield* Log
    const { handler } = (yield* Effect.promise(() => import(dist("server/entry.mjs")))) as {
      readonly handler: SiteHandler
    }
    // Pages and calls share the build's runtime, which ends after the last response.
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => (globalThis as ProcessGlobals).quireRuntime?.dispose() ?? Promise.resolve()),
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => onDraining((forMs) => (globalThis as ProcessGlobals).quireLive?.drain(forMs))),
      (forget) => Effect.sync(forget),
    )
    yield* shareAssets(dist("client"))
    const socketFd = inheritedSocket()
    const site = yield* Effect.acquireRelease(
      Effect.promise(() =>
        openSite({
          handler,
          files: dist("client"),
          host,
          port,
          socketFd,
          // Without another process that serves meanwhile, people would only wait longer.
          warmUp: replacesProcess() ? { host: new URL(settings.publicOrigin).host, paths: WARM_UP_PATHS } : undefined,
          measure: measureRuleOf(settings),
          trustedProxies: settings.trustedProxies,
          registry: processMetrics(),
          log,
          now: Date.now,
          hasReadyPage: true,
          serveFile: () => (globalThis as ProcessGlobals).quireFiles,
        }),
      ),
      (site) =>
        Effect.promise(async () => {
          ;(globalThis as ProcessGlobals).quireLive?.closeAll()
          await site.close()
        }),
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => onHandOver(site.handOver)),
      (forget) => Effect.sync(forget),
    )
    log.info({ host, port }, "site serving")
    const warning = stageWarning(settings)
    if (warning !== null) log.warn({ PUBLIC_ORIGIN: settings.publicOrigin }, warning)
  }),
)

type ProcessGlobals = {
  readonly quireRuntime?: { dispose(): Promise<void> }
  readonly quireLive?: { drain(forMs: number): void; closeAll(): void }
  readonly quireFiles?: FileServer
}

runRole("web", WebServer)
