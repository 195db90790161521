import { join } from "node:path"
import { processMetrics } from "../../../src/process/metrics/processMetrics.ts"
import { openSite, type SiteHandler } from "../../../src/web/http/openSite.ts"

/** Serves the bare page in its own process, with the server that serves the product. */
const [directory = "", port = ""] = process.argv.slice(2)
const { handler } = (await import(join(directory, "dist", "server", "entry.mjs"))) as { readonly handler: SiteHandler }
const quiet = () => undefined
await openSite({
  handler,
  files: join(directory, "dist", "client"),
  host: "127.0.0.1",
  port: Number(port),
  measure: { token: undefined, isLocal: true },
  trustedProxies: 0,
  registry: processMetrics(),
  log: { debug: quiet, info: quiet, warn: quiet, error: console.error },
  now: Date.now,
})
process.once("disconnect", () => process.exit())
process.send?.("ready")
