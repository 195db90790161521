import { randomBytes } from "node:crypto"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import { expect, it } from "vitest"
import { zipFiles } from "./export.ts"

it("compresses an archive without blocking the event loop", async () => {
  // Base64 of random bytes, a tenth repeated: costs about as much as a large export.
  const file = () => Buffer.from(`${randomBytes(3_000_000).toString("base64")}${"quire ".repeat(60_000)}`)
  const files = { "chat.json": file(), "wallet.json": file() }
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const startMs = performance.now()
  const bytes = await Effect.runPromise(zipFiles(files))
  const tookMs = performance.now() - startMs
  delays.disable()
  expect(unzipSync(bytes)["chat.json"]?.length).toBe(files["chat.json"].length)
  expect(delays.max / 1e6).toBeLessThan(tookMs / 2)
})
