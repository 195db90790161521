import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { pauseReactor, type Reactor, reactorStatus, retryReactor, skipReactor } from "./index.ts"
import { moved, seen } from "./testing/events.ts"
import { type Kit, makeKit, until } from "./testing/kit.ts"

let db: TestDatabase
let kit: Kit
let mails: Array<string>
let isPostOpen: boolean

beforeEach(async () => {
  db = await testDatabase()
  kit = await makeKit(db.url)
  mails = []
  isPostOpen = true
})

afterEach(async () => {
  await kit.stop()
  await db.drop()
})

const mailer = (from: Reactor["from"] = "beginning"): Reactor => ({
  name: "mailer",
  types: ["test.CounterMoved.v1"],
  from,
  react: async ({ data }) => {
    const { note } = data as { note: string }
    if (note === "unsendable" && !isPostOpen) throw new Error("the post is closed")
    mails.push(note)
  },
})
const status = async () => (await reactorStatus(kit.sql))[0]

describe("a reactor", () => {
  it("handles each event once, in order, across restarts, and its cursor never goes back", async () => {
    for (let round = 0; round < 3; round++) {
      const runner = await kit.runner([], { reactors: [mailer()] })
      await kit.append("counter-a", moved("a", 1, `${round} one`), seen("a"), moved("a", 1, `${round} two`))
      const before = (await status())?.position ?? 0
      await until(async () => {
        await runner.round()
        return mails.length === (round + 1) * 2
      })
      expect((await status())?.position).toBeGreaterThan(before)
      await runner.stop()
    }
    expect(mails).toEqual(["0 one", "0 two", "1 one", "1 two", "2 one", "2 two"])
  })

  it("that starts at the end of the log ignores earlier events", async () => {
    await kit.append("counter-a", moved("a", 1, "before"))
    const runner = await kit.runner([], { reactors: [mailer("now")] })
    await runner.settle()
    await kit.append("counter-a", moved("a", 1, "after"))
    await runner.settle()
    expect(mails).toEqual(["after"])
    await runner.stop()
  })

  it("retries a failing event until it succeeds, and later events wait for it", async () => {
    isPostOpen = false
    const runner = await kit.runner([], { reactors: [mailer()], loop: true })
    await kit.append("counter-a", moved("a", 1, "first"), moved("a", 1, "unsendable"), moved("a", 1, "last"))
    await until(async () => ((await status())?.attempts ?? 0) >= 2)
    expect(await status()).toMatchObject({ reason: "the post is closed", lag_events: 2 })
    expect(mails).toEqual(["first"])
    isPostOpen = true
    await retryReactor(kit.sql, "mailer")
    await until(() => mails.length === 3)
    expect(mails).toEqual(["first", "unsendable", "last"])
    await until(async () => (await status())?.attempts === 0)
    await runner.stop()
  })

  it("skips a failing event when an operator decides so, which is recorded", async () => {
    isPostOpen = false
    const runner = await kit.runner([], { reactors: [mailer()], loop: true })
    const position = await kit.append("counter-a", moved("a", 1, "unsendable"))
    await kit.append("counter-a", moved("a", 1, "last"))
    await until(async () => (await status())?.failing === position)
    expect(await skipReactor(kit.sql, "mailer", "operator:test", "lost")).toBe(position)
    expect(await skipReactor(kit.sql, "mailer", "operator:test", "lost")).toBeNull()
    await until(() => mails.includes("last"))
    expect(await kit.sql`select name, position, error, reason from es.skipped`).toEqual([
      { name: "mailer", position, error: "the post is closed", reason: "lost" },
    ])
    await runner.stop()
  })

  it("does nothing while it is paused", async () => {
    const runner = await kit.runner([], { reactors: [mailer()] })
    await runner.settle()
    expect(await pauseReactor(kit.sql, "mailer", true)).toBe(true)
    // The runner notices it within a second.
    await until(async () => {
      await kit.append("counter-a", moved("a", 1, "x"))
      const before = mails.length
      await runner.settle()
      return mails.length === before
    })
    const sent = mails.length
    expect(await pauseReactor(kit.sql, "mailer", false)).toBe(true)
    await until(async () => {
      await runner.settle()
      return mails.length === sent + 1
    })
    await runner.stop()
  })

  it("moves to another runner, without waiting for its lease, once its runner may not react", async () => {
    let mayFirstReact = true
    const first = await kit.runner([], { reactors: [mailer()], mayReact: () => mayFirstReact })
    const second = await kit.runner([], { reactors: [mailer()], mayReact: () => !mayFirstReact })
    await kit.append("counter-a", moved("a", 1, "by the first"))
    await second.settle()
    expect(mails).toEqual([])
    await first.settle()
    expect(mails).toEqual(["by the first"])
    mayFirstReact = false
    await kit.append("counter-a", moved("a", 1, "by the second"))
    await first.settle()
    await until(async () => {
      await second.round()
      return mails.length === 2
    })
    expect(mails).toEqual(["by the first", "by the second"])
    await Promise.all([first.stop(), second.stop()])
  })

  it("does not delay another reactor or a projection while it works", async () => {
    const held: Array<() => void> = []
    const slow: Reactor = {
      ...mailer(),
      name: "slow",
      react: () => new Promise((resolve) => void held.push(resolve)),
    }
    const runner = await kit.runner([], { reactors: [slow, mailer()], loop: true })
    await kit.append("counter-a", moved("a", 1, "one"))
    const last = await kit.append("counter-a", moved("a", 1, "two"))
    await until(() => held.length === 1 && mails.length === 2)
    held[0]?.()
    await until(() => held.length === 2)
    held[1]?.()
    await until(async () => (await reactorStatus(kit.sql)).find(({ name }) => name === "slow")?.position === last)
    await runner.stop()
  })
})
