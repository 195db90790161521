import { describe, expect, it } from "vitest"
import { accessOf, hasFooter, isPersonalPage } from "./access.ts"

describe("page access", () => {
  it.each([
    "/",
    "/faq",
    "/crypto",
    "/wallet/howtobuy",
    "/newsfeeds",
    "/newsfeeds/newsdetail",
    "/channel",
    "/detail/x",
    "/user/a/b",
    "/signin",
    "/c/a/b",
    "/c/a/b/c",
    "/walletx",
    "/settingsx",
  ])("[S6-001] makes %s public", (path) => expect(accessOf(path)).toBe("public"))
  it.each([
    "/wallet",
    "/wallet/deposit",
    "/wallet/withdraw",
    "/wallet/withdraw/management",
    "/settings",
    "/settings/account",
    "/writers/managechannel",
    "/transactionhistory",
    "/ticket/myticket",
    "/searchuser",
    "/message/chatlist",
    "/wallet/",
  ])("requires signing in for %s", (path) => expect(accessOf(path)).toBe("member"))
  it.each(["/subscriptions", "/subscriptions/deleted", "/message", "/message/x", "/c/subject", "/c/subject/"])(
    "%s shows a guest the sign-in page in place",
    (path) => expect(accessOf(path)).toBe("inPlace"),
  )
  it.each(["/wallet/other", "/wallet/deposit/x"])("treats %s as unknown, which is public", (path) =>
    expect(accessOf(path)).toBe("public"),
  )
})

it("marks personal pages, which browsers must not cache", () => {
  expect(
    ["/settings/account", "/twofa", "/twofa/true", "/message", "/accountevent/QI1"].filter(isPersonalPage),
  ).toHaveLength(5)
  expect(["/", "/newsfeeds", "/detail/x", "/user/a", "/faq", "/twofax"].filter(isPersonalPage)).toEqual([])
})

it("[S2-002] omits the footer only on chat and message pages", () => {
  expect(["/message", "/message/chatlist", "/writers/chat"].map(hasFooter)).toEqual([false, false, false])
  expect(["/", "/faq", "/writers", "/messages", "/subscriptions"].map(hasFooter)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
})
