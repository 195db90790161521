import { parentPort, workerData } from "node:worker_threads"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Sealing, Sql } from "#core/kernel"
import { decodeEvent } from "./applyBatch.ts"
import { fillBuild } from "./fillBuild.ts"
import type { FillReport, FillWork } from "./fillShares.ts"
import type { Projection } from "./Projection.ts"

/** Interval of progress reports. */
const REPORT_MS = 100
const CONNECTIONS_MAX = 4

const { url, registry, masterKey, name, build, upTo, share, rowsInMemoryMax } = workerData as FillWork
const report = (message: FillReport) => parentPort?.postMessage(message)

const { projections } = (await import(registry)) as { readonly projections: ReadonlyArray<Projection> }
const projection = projections.find((each) => each.name === name)
if (projection === undefined) throw new Error(`${registry} has no projection ${name}`)

const runtime = ManagedRuntime.make(
  Sealing.layer(masterKey).pipe(
    Layer.provideMerge(Sql.layer(url, { connectionsMax: CONNECTIONS_MAX, name: "quire-rebuild" })),
  ),
)
const { client, sealing } = await runtime.runPromise(
  Effect.gen(function* () {
    return { client: (yield* Sql).client, sealing: yield* Sealing }
  }),
)
let reportedMs = 0
const target = { projection, build, after: 0, upTo, keepsPosition: false }
const filled = await fillBuild(client, target, {
  share,
  ...(rowsInMemoryMax !== undefined && { rowsInMemoryMax }),
  decode: (of, event) => decodeEvent(of, sealing, event),
  onProgress: (events, position) => {
    const nowMs = performance.now()
    if (nowMs < reportedMs + REPORT_MS) return
    reportedMs = nowMs
    report({ events, position })
  },
})
await runtime.dispose()
report(filled)
