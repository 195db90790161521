import { fileURLToPath } from "node:url"
import { Effect, Layer } from "effect"
import { AppConfig, Log, variables } from "#core/kernel"
import { inheritedSocket } from "../process/inheritedSocket.ts"
import { runRole } from "../process/lifecycle.ts"
import { measureRuleOf } from "../process/metrics/mayMeasure.ts"
import { processMetrics } from "../process/metrics/processMetrics.ts"
import { onHandOver } from "../process/phase.ts"
import { openSite, type SiteHandler } from "../web/http/openSite.ts"

const dist = (path: string) => fileURLToPath(new URL(`../../dist/console/${path}`, import.meta.url))

/** The console process: serves the operators' console at an address of its own. */
const ConsoleServer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settings = yield* AppConfig
    const { consoleHost: host, consolePort: port, trustedProxies } = settings
    const log = yield* Log
    const { handler } = (yield* Effect.promise(() => import(dist("server/entry.mjs")))) as {
      readonly handler: SiteHandler
    }
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => (globalThis as ProcessGlobals).quireConsole?.dispose() ?? Promise.resolve()),
    )
    const site = yield* Effect.acquireRelease(
      Effect.promise(() =>
        openSite({
          ...{ handler, host, port, trustedProxies, log },
          files: dist("client"),
          socketFd: inheritedSocket(),
          measure: measureRuleOf(settings),
          registry: processMetrics(),
          now: Date.now,
        }),
      ),
      (site) => Effect.promise(() => site.close()),
    )
    yield* Effect.acquireRelease(
      Effect.sync(() => onHandOver(site.handOver)),
      (forget) => Effect.sync(forget),
    )
    log.info({ host, port }, "console serving")
  }),
)

// Started without a supervisor, the console has the variables of all processes. It must not use the owner's connection.
const ownUrl = process.env[variables.consoleDatabaseUrl.name]
if (ownUrl?.trim()) {
  process.env[variables.databaseUrl.name] = ownUrl
  delete process.env[variables.databaseReplicaUrl.name]
}

type ProcessGlobals = { readonly quireConsole?: { dispose(): Promise<void> } }

runRole("console", ConsoleServer)
