import { describe, expect, it } from "vitest"
import { makeLeakProbes } from "./LeakProbes.ts"

const nowMs = Date.UTC(2026, 10, 28)
const probes = makeLeakProbes(Buffer.alloc(32, 1))
const page = { method: "GET", target: "/c/QC1/tides/?cursor=1" }
const token = probes.tokenOf({ ...page, level: 2 }, nowMs)

describe("a token of the search for leaks", () => {
  it("names the level of its reader", () => {
    expect(probes.read(token, page, nowMs)).toBe(2)
    expect(probes.read(probes.tokenOf({ ...page, level: 0 }, nowMs), page, nowMs)).toBe(0)
  })

  it.each([
    ["another path", { ...page, target: "/c/QC1/other/?cursor=1" }],
    ["another query", { ...page, target: "/c/QC1/tides/?cursor=2" }],
    ["another method", { ...page, method: "HEAD" }],
  ])("is not valid for %s", (_, other) => expect(probes.read(token, other, nowMs)).toBeNull())

  it.each([
    ["a higher level", token.replace("2.", "3.")],
    ["a lower level", token.replace("2.", "0.")],
    ["a later end", token.replace(/\d{13}/, String(nowMs + 61_000))],
    ["no signature", token.slice(0, -43)],
    ["nothing", ""],
  ])("cannot be changed to %s", (_, changed) => expect(probes.read(changed, page, nowMs)).toBeNull())

  it("ends after a minute, and one of a clock that is far ahead never begins", () => {
    expect(probes.read(token, page, nowMs + 110_000)).toBe(2)
    expect(probes.read(token, page, nowMs + 121_000)).toBeNull()
    expect(probes.read(token, page, nowMs - 61_000)).toBeNull()
  })

  it("needs the master key of the site", () => {
    const others = makeLeakProbes(Buffer.alloc(32, 2))
    expect(probes.read(others.tokenOf({ ...page, level: 2 }, nowMs), page, nowMs)).toBeNull()
  })

  it.each([
    ["POST", "/api/Feed/CreateComment"],
    ["POST", "/api/Feed/UpdateUserLike"],
    ["POST", "/c/QC1/tides/"],
    ["GET", "/api/Home/Levels"],
    ["DELETE", "/c/QC1/tides/"],
  ])("is refused for %s %s, which may write", (method, target) =>
    expect(probes.read(probes.tokenOf({ method, target, level: 0 }, nowMs), { method, target }, nowMs)).toBeNull(),
  )

  it("is accepted for calls that read", () => {
    const call = { method: "POST", target: "/api/Feed/ViewContent" }
    expect(probes.read(probes.tokenOf({ ...call, level: 0 }, nowMs), call, nowMs)).toBe(0)
  })
})
