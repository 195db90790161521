import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { createLog, Log, type LogOptions } from "./Log.ts"

/** A log that collects its lines in memory. */
const recorded = async (options: Partial<LogOptions> = {}, isTTY = false) => {
  const lines: Array<string> = []
  const destination = { isTTY, write: (line: string) => void lines.push(line) }
  const log = await createLog({ level: "debug", format: "auto", name: "web", ...options }, destination)
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, lines, entries }
}

describe("createLog", () => {
  it("writes JSON when the output is not a terminal", async () => {
    const { log, entries } = await recorded()
    log.info({ feedId: "abc" }, "fetched")
    expect(entries()).toEqual([
      {
        level: "info",
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        name: "web",
        pid: process.pid,
        feedId: "abc",
        msg: "fetched",
      },
    ])
  })

  it("formats lines for humans in a terminal", async () => {
    const { log, lines } = await recorded({}, true)
    log.warn({ feedId: "abc" }, "slow")
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/WARN.*slow.*abc/)
  })

  it("omits lines below its level", async () => {
    const { log, lines } = await recorded({ level: "warn" })
    log.info("quiet")
    log.error("loud")
    expect(lines).toHaveLength(1)
  })

  it("redacts secrets", async () => {
    const { log, lines } = await recorded()
    const secret = "hunter2"
    log.info(
      { password: secret, headers: { authorization: secret, "set-cookie": secret }, a: { b: { token: secret } } },
      "in",
    )
    log.error(new Error(`cannot reach postgres://quire:${secret}@db:5432/quire`), `tried redis://:${secret}@cache`)
    expect(lines.join("")).not.toContain(secret)
    expect(lines.join("")).toContain("postgres://quire:[hidden]@db:5432/quire")
  })

  it("leaves URLs without a password unchanged", async () => {
    const { log, entries } = await recorded()
    log.info({ url: "http://localhost:4321/@name/feed" }, "ok")
    expect(entries()[0]).toMatchObject({ url: "http://localhost:4321/@name/feed" })
  })
})

describe("Log.layerOf", () => {
  const run = async (effect: Effect.Effect<unknown>, options: Partial<LogOptions> = {}) => {
    const { log, entries } = await recorded(options)
    await Effect.runPromise(Effect.provide(effect, Log.layerOf(log)))
    return entries()
  }

  it("writes Effect log messages, with annotations as fields", async () => {
    const entries = await run(
      Effect.logInfo("polled", { feeds: 3 }).pipe(Effect.annotateLogs({ job: "poll", correlationId: "c-2" })),
    )
    expect(entries).toEqual([
      expect.objectContaining({ level: "info", msg: "polled", feeds: 3, job: "poll", correlationId: "c-2" }),
    ])
  })

  it("writes causes and errors with their stack", async () => {
    const entries = await run(
      Effect.sync(() => {
        throw new Error("broken")
      }).pipe(Effect.catchCause((cause) => Effect.logError("tick failed", cause))),
    )
    expect(entries[0]).toMatchObject({
      level: "error",
      msg: "tick failed",
      err: { message: "broken", stack: expect.stringContaining("Log.test") },
    })
  })

  it("writes the duration of spans", async () => {
    const entries = await run(Effect.logDebug("done").pipe(Effect.withLogSpan("fetch")))
    expect(entries[0]).toMatchObject({ level: "debug", fetch_ms: expect.any(Number) })
  })

  it("respects the level of the log", async () => {
    expect(await run(Effect.logDebug("hidden"), { level: "info" })).toEqual([])
  })
})
