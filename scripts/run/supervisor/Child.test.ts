import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { REPLACES_PROCESS } from "#src/process/inheritedSocket.ts"
import { freePort } from "../ports.ts"
import { isAlive, waitUntil } from "../processes.ts"
import { backoff_ms, type Child, type ChildSpec, superviseChild } from "./Child.ts"
import { bindSharedSocket, type SharedSocket } from "./sharedSocket.ts"

let directory: string
let child: Child | undefined
let said: Array<string>

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "quire-child-"))
  said = []
})
afterEach(async () => {
  await child?.stop()
  rmSync(directory, { recursive: true })
})

/** Runs a program that records each of its starts in the file `starts`. */
const keep = (program: string, options: Partial<ChildSpec> = {}) => {
  const entry = join(directory, "program.cjs")
  writeFileSync(entry, `require("fs").appendFileSync(__dirname + "/starts", process.pid + "\\n")\n${program}`)
  const env = { PATH: process.env["PATH"] ?? "" }
  child = superviseChild(
    { name: "worker", command: [entry], env, ...options },
    { say: (line) => said.push(line), changed: () => undefined },
  )
  return child
}
const starts = () => readFileSync(join(directory, "starts"), "utf8").trim().split("\n")
const READY = "process.send({ ready: true }); setInterval(() => {}, 1000);"

describe("keepAlive", () => {
  it("is ready when the process reports it", async () => {
    const { ready, pid } = keep(READY)
    await ready
    expect(isAlive(pid() ?? 0)).toBe(true)
  })

  it("is ready when the process answers requests without reporting it", async () => {
    let asked = 0
    await keep("setInterval(() => {}, 1000)", { answers: async () => ++asked > 2 }).ready
    expect(asked).toBeGreaterThan(2)
  })

  it("is not ready before it answers requests, whatever the process reports", async () => {
    let isServing = false
    const { ready } = keep(READY, { answers: async () => isServing })
    const state = () => Promise.race([ready.then(() => "ready"), Promise.resolve("waiting")])
    expect(await waitUntil(() => existsSync(join(directory, "starts")), 5000)).toBe(true)
    expect(await state()).toBe("waiting")
    isServing = true
    await ready
  })

  it("starts only when it may, and once even if it was replaced before", async () => {
    const { promise: mayStart, resolve: allow } = Promise.withResolvers<void>()
    const { ready, pids, replace } = keep(READY, { mayStart })
    expect(pids()).toEqual([])
    await replace()
    allow()
    await ready
    expect(pids()).toHaveLength(1)
    expect(starts()).toHaveLength(1)
  })

  it("does not start after it was stopped, and starts when what it waits for has failed", async () => {
    const { promise: mayStart, reject: refuse } = Promise.withResolvers<void>()
    const stopped = keep(READY, { mayStart })
    await stopped.stop()
    const { ready } = keep(READY, { mayStart })
    refuse(new Error("the site did not become ready"))
    await ready
    expect(stopped.pids()).toEqual([])
    expect(starts()).toHaveLength(1)
  })

  it("restarts a killed process", async () => {
    const { ready, pid } = keep(READY)
    await ready
    process.kill(pid() ?? 0, "SIGKILL")
    expect(await waitUntil(() => starts().length === 2, 5000)).toBe(true)
    expect(said).toEqual(["worker exited with SIGKILL; restarting in 0.2 s"])
  })

  it("kills and restarts a process with a blocked event loop", async () => {
    await keep(`process.send({ alive: true }); ${READY} setTimeout(() => { for (;;); }, 50)`, { hangMsMax: 600 }).ready
    expect(await waitUntil(() => starts().length === 2, 10_000)).toBe(true)
    expect(said.slice(0, 2)).toEqual([
      "worker has not responded for 0.6 s and is killed",
      "worker exited with SIGKILL; restarting in 0.2 s",
    ])
  })

  it("does not kill a process that keeps sending heartbeats, or never sends one", async () => {
    const beating = keep(`setInterval(() => process.send({ alive: true }), 50); ${READY}`, { hangMsMax: 600 })
    await beating.ready
    let looks = 0
    await waitUntil(() => ++looks > 60, 5_000)
    expect([starts().length, said]).toEqual([1, []])
  })

  it("waits longer after each crash", async () => {
    keep("process.exit(3)")
    expect(await waitUntil(() => said.length === 3, 5000)).toBe(true)
    expect(said.map((line) => line.split("restarting in ")[1])).toEqual(["0.2 s", "0.4 s", "0.8 s"])
    expect([1, 2, 3, 8, 9, 100].map(backoff_ms)).toEqual([200, 400, 800, 25_600, 30_000, 30_000])
  })

  it("does not restart a process that refused its configuration", async () => {
    await expect(keep("process.exit(78)").ready).rejects.toThrow("worker refused its configuration")
    expect(said).toEqual([])
  })

  it("lets the process drain when stopping and does not restart it", async () => {
    const { ready, stop, pid } = keep(
      `process.on("SIGTERM", () => setTimeout(() => { require("fs").writeFileSync(__dirname + "/drained", ""); process.exit() }, 50)); ${READY}`,
    )
    await ready
    const running = pid() ?? 0
    await stop()
    expect(readFileSync(join(directory, "drained"), "utf8")).toBe("")
    expect([isAlive(running), pid(), starts().length, said]).toEqual([false, undefined, 1, []])
  })
})

describe("replace", () => {
  let socket: SharedSocket | undefined
  let url: string
  beforeEach(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/`
    socket = await bindSharedSocket("127.0.0.1", port)
  })
  afterEach(() => socket?.close())

  /** Answers its process id, and each request after `ms`. Ends after a hand-over when its last connection has ended. */
  const serve = (ms: number, before = "") =>
    `${before}
    const server = require("http").createServer((_, answer) => setTimeout(() => answer.end(String(process.pid)), ${ms}))
    server.listen({ fd: Number(process.env.LISTEN_FDS) + 2 }, () => process.send({ ready: true }))
    process.on("message", ({ handOver }) => handOver && server.close(() => process.exit()))`
  const ask = () => fetch(url, { headers: { connection: "close" } }).then((answer) => answer.text())

  it("lets the previous process finish while the new one accepts", async () => {
    const running = keep(serve(300), socket && { socketFd: socket.fd })
    await running.ready
    const before = String(running.pid())
    const asked = ask()
    const replaced = running.replace()
    expect(running.replace()).toBe(replaced)
    expect(await asked).toBe(before)
    await replaced
    expect([await ask(), running.pids()]).toEqual([String(running.pid()), [running.pid()]])
    expect([starts().length, isAlive(Number(before)), said]).toEqual([2, false, []])
  })

  it("tells only a process that takes over that another one serves meanwhile", async () => {
    const program = serve(0).replace("String(process.pid)", `String(process.env.${REPLACES_PROCESS})`)
    const running = keep(program, socket && { socketFd: socket.fd })
    await running.ready
    expect(await ask()).toBe("undefined")
    await running.replace()
    expect(await ask()).toBe("1")
  })

  it("keeps the previous process if the new one does not become ready", async () => {
    const failing = `if (require("fs").readFileSync(__dirname + "/starts", "utf8").split("\\n").length > 2) process.exit(3);`
    const running = keep(serve(0, failing), socket && { socketFd: socket.fd })
    await running.ready
    const before = running.pid()
    await expect(running.replace()).rejects.toThrow("did not become ready; the previous one goes on")
    expect([await ask(), running.pids()]).toEqual([String(before), [before]])
  })

  it("lets connections wait, not fail, while a killed process restarts", async () => {
    const running = keep(serve(0), socket && { socketFd: socket.fd })
    await running.ready
    process.kill(running.pid() ?? 0, "SIGKILL")
    await waitUntil(() => running.pid() === undefined, 5_000)
    expect(await ask()).toBe(starts()[1])
  })

  it("stops a process without a shared socket before it starts the next one", async () => {
    const running = keep(READY)
    await running.ready
    const before = running.pid() ?? 0
    await running.replace()
    expect([isAlive(before), starts(), said]).toEqual([false, [String(before), String(running.pid())], []])
  })
})
