import { gzipSync } from "node:zlib"
import { Effect, Layer, ManagedRuntime, Redacted, Result } from "effect"
import { AppConfig, formatIso, Hints, PostgresEventStore, readAppSettings, Sealing, Sql } from "#core/kernel"
import { OperatorSessions } from "#core/operators"
import { makeTestOperator } from "../../../core/operators/testing/testOperator.ts"
import { MENU } from "../../../src/console/access.ts"
import { operatorCookie } from "../../../src/console/http.ts"
import { startProduct } from "../../testing/product.ts"
import type { BenchContext } from "../lib/Bench.ts"

const MASTER_KEY = "07".repeat(32)
/** Together they may open every page of the menu. */
const ROLES = ["support", "moderator", "reviewer", "treasurer", "engineer", "auditor"] as const

/** Kilobytes of scripts (gzip) that the heaviest page of the menu loads or contains, read from the running console. */
export const measureReadingScripts = async (
  { log, defer }: Pick<BenchContext, "log" | "defer">,
  databaseUrl: string,
): Promise<number> => {
  const product = await startProduct({ databaseUrl, env: { ROLES: "web,worker,console", MASTER_KEY } })
  defer(product.stop)
  const { consoleOrigin } = product
  const settings = Result.getOrThrow(
    readAppSettings({ DATABASE_URL: databaseUrl, MASTER_KEY, CONSOLE_ORIGIN: consoleOrigin }),
  )
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Redacted.value(settings.masterKey)))),
    Layer.provideMerge(Sql.layer(databaseUrl, { connectionsMax: 2 })),
    Layer.provideMerge(AppConfig.layerOf(settings)),
  )
  const runtime = ManagedRuntime.make(OperatorSessions.layer.pipe(Layer.provideMerge(kernel)))
  defer(() => runtime.dispose())
  const token = await runtime.runPromise(
    Effect.gen(function* () {
      const { operatorId } = yield* makeTestOperator(consoleOrigin, ROLES)
      return yield* OperatorSessions.use((sessions) => sessions.open({ operatorId, kind: "browser", device: "Bench" }))
    }),
  )
  const headers = { cookie: `${operatorCookie(consoleOrigin)}=${token}` }
  const read = async (address: string) => {
    const answer = await fetch(new URL(address, consoleOrigin), { headers, redirect: "manual" })
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status} at ${formatIso(Date.now())}`)
    return answer.text()
  }
  const sizes = []
  for (const { path } of MENU) {
    const page = await read(path)
    let bytes = 0
    for (const [, attributes = "", inline = ""] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1]
      bytes += gzipSync(source === undefined ? inline : await read(source)).byteLength
    }
    for (const [, source = ""] of page.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g))
      bytes += gzipSync(await read(source)).byteLength
    sizes.push(bytes)
  }
  // Its processes would disturb what is measured next.
  await product.stop()
  log(`${sizes.length} pages of the console, ${Math.max(...sizes)} bytes of scripts on the heaviest`)
  return Math.max(...sizes) / 1_000
}
