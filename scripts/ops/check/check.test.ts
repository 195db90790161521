import { describe, expect, it } from "vitest"
import { judgeAddresses } from "./addresses.ts"
import { type DatabaseFacts, judgeDatabase, judgeSkew } from "./database.ts"
import { judgeDistinct } from "./keys.ts"
import { judgeCluster } from "./nats.ts"
import { runChecks } from "./runChecks.ts"
import { judgePlace } from "./storage.ts"

describe("the runner of checks", () => {
  it("turns a check that throws, or does not end in time, into a problem with advice", async () => {
    const findings = await runChecks(
      [
        { name: "first", todo: "Repair it.", run: () => Promise.reject(new Error("broken\nat line 1")) },
        { name: "second", todo: "Start it.", run: () => new Promise(() => undefined) },
      ],
      20,
    )
    expect(findings).toEqual([
      { check: "first", status: "problem", text: "broken", todo: "Repair it." },
      { check: "second", status: "problem", text: "no answer within 0.02 s", todo: "Start it." },
    ])
  })
})

describe("the check of addresses", () => {
  const good = {
    stage: "production",
    publicOrigin: "https://quire.example",
    chatUrl: "wss://chat.quire.example",
    consoleOrigin: "https://operate.example",
    trustedProxies: 1,
    metricsToken: { toString: () => "set" } as never,
    drainSeconds: 5,
    roles: ["web", "chat", "worker", "console"],
    host: "0.0.0.0",
  } as const
  const texts = (more: object) => judgeAddresses({ ...good, ...more }).map(({ status, text }) => `${status}: ${text}`)

  it("accepts a site, a chat socket and a console behind a balancer", () => expect(texts({})).toEqual([]))

  it.each([
    [{ publicOrigin: "http://quire.example", chatUrl: "ws://quire.example:446" }, /^problem: .* is not encrypted/],
    [{ chatUrl: "ws://chat.quire.example" }, /^problem: browsers refuse ws:/],
    [{ chatUrl: "ws://127.0.0.1:4460" }, /^problem: .*not reached from the same machines/],
    [{ stage: "test", consoleOrigin: "https://quire.example:8443" }, /^problem: console and site share a host/],
    [{ trustedProxies: 0 }, /^warning: TRUSTED_PROXIES is 0/],
    [{ drainSeconds: 0 }, /^warning: DRAIN_SECONDS is 0/],
    [{ metricsToken: undefined }, /^warning: nobody can read/],
    [{ stage: "development" }, /^warning: STAGE is development/],
  ])("reports %j", (more, line) => expect(texts(more)).toContainEqual(expect.stringMatching(line)))
})

describe("the check of a database", () => {
  const good: DatabaseFacts = {
    version: 180_004,
    name: "quire",
    encoding: "UTF8",
    provider: "i",
    isStandby: false,
    mayCreate: true,
    isPrepared: true,
    mayWrite: true,
    isLocal: false,
    isEncrypted: true,
    connectionsMax: 100,
    isDurable: true,
    isArchiving: true,
  }
  const statuses = (more: Partial<DatabaseFacts>) =>
    judgeDatabase({ ...good, ...more }, { roles: ["web", "chat"], stage: "production" }).map(({ status }) => status)

  it.each<[Partial<DatabaseFacts>, string]>([
    [{}, "ok"],
    [{ version: 170_002 }, "problem"],
    [{ version: 190_000 }, "warning"],
    [{ encoding: "SQL_ASCII" }, "problem"],
    [{ provider: "c" }, "warning"],
    [{ isStandby: true }, "problem"],
    [{ mayCreate: false }, "problem"],
    [{ mayWrite: false }, "problem"],
    [{ isDurable: false }, "problem"],
    [{ isArchiving: false }, "problem"],
    [{ isEncrypted: false }, "warning"],
    [{ isEncrypted: false, isLocal: true }, "ok"],
    [{ connectionsMax: 20 }, "warning"],
  ])("%j gives %s", (more, status) => expect(statuses(more)).toEqual([status]))

  it.each([
    [20, "ok"],
    [-999, "ok"],
    [-1_500, "warning"],
    [600_000, "problem"],
  ])("a clock that is ahead by %i ms is %s", (ms, status) => expect(judgeSkew(ms).status).toBe(status))
})

it("reports secrets that are the same, whatever their case, and never shows them", () => {
  const findings = judgeDistinct([
    ["MASTER_KEY", "ab12"],
    ["WALLET_SEED", "AB12"],
    ["AI_KEY", undefined],
    ["TRANSLATE_KEY", undefined],
  ])
  expect(findings.map(({ text }) => text)).toEqual(["MASTER_KEY and WALLET_SEED are the same"])
})

it("reports NATS servers of two clusters, and not one that does not answer", () => {
  expect(judgeCluster(["quire", "quire", undefined])).toEqual([])
  expect(judgeCluster(["quire", "other", "quire"])[0]?.text).toContain("2 clusters: quire, other")
})

it("warns of uploads on one of several machines", () => {
  expect(judgePlace(undefined, { isAlone: false, hasWeb: true }).status).toBe("warning")
  expect(judgePlace(undefined, { isAlone: false, hasWeb: false }).status).toBe("ok")
  expect(judgePlace(undefined, { isAlone: true, hasWeb: true }).status).toBe("ok")
})
