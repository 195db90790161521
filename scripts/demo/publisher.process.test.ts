import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const entry = fileURLToPath(new URL("./publisher.ts", import.meta.url))
const start = (port: string): ChildProcess =>
  fork(entry, { env: { ...process.env, DEMO_PORT: port }, execArgv: [], silent: true })

const untilReady = async (child: ChildProcess) => {
  const [message] = await once(child, "message")
  expect(message).toEqual({ ready: true })
}

it("reports that it serves, and exits when its parent disconnects", async () => {
  const child = start("0")
  await untilReady(child)
  child.disconnect()
  expect(await once(child, "exit")).toEqual([0, null])
})

it("exits cleanly on SIGTERM", async () => {
  const child = start("0")
  await untilReady(child)
  child.kill("SIGTERM")
  expect(await once(child, "exit")).toEqual([0, null])
})

it("names a port that it cannot use, and the allowed range", async () => {
  const child = start("quay")
  let said = ""
  child.stderr?.on("data", (part) => {
    said += String(part)
  })
  expect(await once(child, "close")).toEqual([1, null])
  expect(said).toContain('DEMO_PORT must be a whole number from 0 to 65535, not "quay"')
})
