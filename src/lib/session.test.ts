import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { forgetSession, pageSession, SESSION_KEYS, SIGNED_OUT_MS, signInAgain } from "./session.ts"
import { guideOf } from "./stores/guide.ts"

let storage: Map<string, string>
const assign = vi.fn()
beforeEach(() => {
  storage = new Map()
  const localStorage = new Proxy(
    {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
    { ownKeys: () => [...storage.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  )
  vi.stubGlobal("localStorage", localStorage)
  vi.stubGlobal("location", { pathname: "/newsfeeds", search: "", assign })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  assign.mockReset()
})

it("[S4-014] tells where to return to from a news detail page alone", () => {
  expect(signInAgain({ pathname: "/newsfeeds/newsdetail", search: "?id=7zkq" })).toBe(
    "/signin?redirect=%2Fnewsfeeds%2Fnewsdetail%3Fid%3D7zkq",
  )
  for (const pathname of ["/", "/newsfeeds", "/settings/account", "/newsfeeds/newsdetail/x"])
    expect(signInAgain({ pathname, search: "?id=1" })).toBe("/signin")
})

it("[S4-011] forgets user, token and sign token when somebody is logged out, and nothing of others", () => {
  for (const key of [...Object.values(SESSION_KEYS), "quire:language"]) storage.set(key, "x")
  forgetSession()
  expect([...storage.keys()]).toEqual(["quire:language"])
})

it("[S3-036] keeps what a person was shown by their user code", () => {
  guideOf("QI1").set({ showedWelcome: true })
  expect(guideOf("QI2").get()).toEqual({ showedWelcome: false })
  expect(guideOf("QI1").get()).toEqual({ showedWelcome: true })
  expect([...storage.keys()]).toEqual(["quire:guide:QI1"])
})

it("sends no stored token from a page that was rendered for a guest, so that the cookie alone decides", () => {
  storage.set(SESSION_KEYS.token, "t")
  vi.stubGlobal("document", { documentElement: { dataset: {} } })
  expect(pageSession.token()).toBeNull()
  vi.stubGlobal("document", { documentElement: { dataset: { member: "QI1" } } })
  expect(pageSession.token()).toBe("t")
})

it("[S4-013] leads to the sign-in page half a second after the session ended, once", () => {
  storage.set(SESSION_KEYS.token, "t")
  pageSession.end()
  pageSession.end()
  expect(pageSession.token()).toBeNull()
  vi.advanceTimersByTime(SIGNED_OUT_MS - 1)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign).toHaveBeenCalledExactlyOnceWith("/signin")
})
