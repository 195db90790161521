import { describe, expect, it } from "vitest"
import { returnCookie, returnToOf } from "./returnTo.ts"

const visit = (path: string, { isMember = false, returnTo = undefined as string | undefined, ...init } = {}) => {
  const url = new URL(path, "https://quire.example")
  return returnCookie({ request: new Request(url, init as RequestInit), url, isMember, returnTo })
}
const keep = (value: string) =>
  expect.stringContaining(`quire_return=${encodeURIComponent(value)}; Path=/; Max-Age=1800`)
const CLEAR = expect.stringContaining("quire_return=; Path=/; Max-Age=0")

describe("the page that a guest requested", () => {
  it.each([
    "/wallet/withdraw?asset=2",
    "/settings/account",
    "/searchuser?kw=mara",
    "/message/chatlist",
    "/subscriptions",
  ])("is remembered when the guest is refused at %s [S2-014]", (path) => {
    expect(visit(path)).toEqual(keep(path))
  })

  it("is remembered during sign-in", () => {
    for (const path of ["/signin?by=code", "/signup", "/signup/activation", "/twofa", "/thirdparty/x/callback"])
      expect(visit(path, { returnTo: "/wallet" })).toBeUndefined()
  })

  it("is forgotten once the reader has signed in or gone elsewhere", () => {
    expect(visit("/wallet", { isMember: true, returnTo: "/wallet" })).toEqual(CLEAR)
    expect(visit("/newsfeeds", { returnTo: "/wallet" })).toEqual(CLEAR)
    expect(visit("/newsfeeds")).toBeUndefined()
  })

  it("is not replaced by prefetches, background requests and posts", () => {
    expect(visit("/wallet", { headers: { "sec-purpose": "prefetch" } } as never)).toBeUndefined()
    expect(visit("/wallet", { headers: { "sec-fetch-dest": "empty" } } as never)).toBeUndefined()
    expect(visit("/wallet", { method: "POST" } as never)).toBeUndefined()
    expect(visit(`/searchuser?kw=${"a".repeat(1_000)}`)).toBeUndefined()
  })

  it("is never on another site", () => {
    for (const value of ["//evil.example/", "/\\evil.example", "https://evil.example/", "/\r\nx", ""])
      expect(returnToOf(new Map([["quire_return", value]]))).toBeUndefined()
  })
})
