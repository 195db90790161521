import { once } from "node:events"
import { createServer } from "node:net"
import { describe, expect, it } from "vitest"
import { findChromium, findHeadlessShell } from "./chromium.ts"
import { freePort, portProblem } from "./ports.ts"

it("returns the preferred port if it is free, otherwise another one", async () => {
  const wished = await freePort()
  expect(await freePort(wished)).toBe(wished)
  const server = createServer().listen(wished, "127.0.0.1")
  await once(server, "listening")
  expect(await freePort(wished)).not.toBe(wished)
  expect(await portProblem(wished)).toBe("is in use by another program")
  server.close()
  await once(server, "close")
  expect(await portProblem(wished)).toBeUndefined()
})

it("explains if an address does not belong to this machine", async () => {
  expect(await portProblem(0, "203.0.113.1")).toBe("belongs to an address that this machine does not have")
})

describe("chromium", () => {
  it("uses the program in CHROMIUM_PATH and refuses one that does not run", () => {
    expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
    expect(() => findChromium({ CHROMIUM_PATH: "/nowhere/chromium" })).toThrow(/CHROMIUM_PATH is \/nowhere\/chromium/)
  })

  it("uses the shell in CHROMIUM_SHELL_PATH, and none if CHROMIUM_PATH selects another browser", () => {
    expect(findHeadlessShell({ CHROMIUM_SHELL_PATH: process.execPath })).toBe(process.execPath)
    expect(findHeadlessShell({ CHROMIUM_PATH: process.execPath })).toBeUndefined()
  })
})
