import { describe, expect, it } from "vitest"
import { formatCookie, parseCookies } from "./cookies.ts"

describe("cookies", () => {
  it("are parsed and unescaped", () => {
    expect(Object.fromEntries(parseCookies("a=1; b=Europe%2FBerlin;c = x=y ; =n; d"))).toEqual({
      a: "1",
      b: "Europe/Berlin",
      c: "x=y",
    })
  })

  it.each([
    ["none", null],
    ["a broken escape", "a=%E0%A4%A"],
    ["a header too long to be ours", `a=${"x".repeat(20_000)}`],
  ])("are ignored: %s", (_, header) => expect(parseCookies(header).size).toBe(0))

  it("are written for all paths of this site and not for other sites", () => {
    expect(formatCookie("quire_tz", "Europe/Berlin", 60)).toBe(
      "quire_tz=Europe%2FBerlin; Path=/; Max-Age=60; SameSite=Lax",
    )
    expect(formatCookie("a", "b; Path=/x", 0, true)).toBe(
      "a=b%3B%20Path%3D%2Fx; Path=/; Max-Age=0; SameSite=Lax; Secure",
    )
  })
})
