import { join } from "node:path"
import { openSite, type SiteHandler } from "../../../src/server/http/openSite.ts"
import { processMetrics } from "../../../src/server/metrics/processMetrics.ts"

/** Serves the bare page in a process of its own, through the very server that serves the product. */
const [directory = "", port = ""] = process.argv.slice(2)
const { handler } = (await import(join(directory, "dist", "server", "entry.mjs"))) as { readonly handler: SiteHandler }
const quiet = () => undefined
await openSite({
  handler,
  files: join(directory, "dist", "client"),
  host: "127.0.0.1",
  port: Number(port),
  measure: { token: undefined, proxies: 0 },
  registry: processMetrics(),
  log: { debug: quiet, info: quiet, error: console.error },
  now: Date.now,
})
process.once("disconnect", () => process.exit())
process.send?.("ready")
