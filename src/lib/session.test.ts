import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { forgetSession, pageSession, SESSION_KEYS, SIGNED_OUT_MS, signInAgain } from "./session.ts"
import { guideStore } from "./stores/guide.ts"

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

it("[S4-014] only a news detail page becomes the return path of the sign-in page", () => {
  expect(signInAgain({ pathname: "/newsfeeds/newsdetail", search: "?id=7zkq" })).toBe(
    "/signin?redirect=%2Fnewsfeeds%2Fnewsdetail%3Fid%3D7zkq",
  )
  for (const pathname of ["/", "/newsfeeds", "/settings/account", "/newsfeeds/newsdetail/x"])
    expect(signInAgain({ pathname, search: "?id=1" })).toBe("/signin")
})

it("[S4-011] signing out deletes user, token and sign token, and nothing else", () => {
  for (const key of [...Object.values(SESSION_KEYS), "quire:language"]) storage.set(key, "x")
  forgetSession()
  expect([...storage.keys()]).toEqual(["quire:language"])
})

it("[S3-036] stores which explanations a person has seen by their user code", () => {
  guideStore("QI1").set({ showedWelcome: true })
  expect(guideStore("QI2").get()).toEqual({ showedWelcome: false })
  expect(guideStore("QI1").get()).toEqual({ showedWelcome: true })
  expect([...storage.keys()]).toEqual(["quire:guide:QI1"])
})

it("sends no stored token from a page that was rendered for a guest, so that only the cookie counts", () => {
  storage.set(SESSION_KEYS.token, "t")
  vi.stubGlobal("document", { documentElement: { dataset: {} } })
  expect(pageSession.token()).toBeNull()
  vi.stubGlobal("document", { documentElement: { dataset: { member: "QI1" } } })
  expect(pageSession.token()).toBe("t")
})

it("[S4-013] opens the sign-in page once, half a second after the session ended", () => {
  storage.set(SESSION_KEYS.token, "t")
  pageSession.end()
  pageSession.end()
  expect(pageSession.token()).toBeNull()
  vi.advanceTimersByTime(SIGNED_OUT_MS - 1)
  expect(assign).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(assign).toHaveBeenCalledExactlyOnceWith("/signin")
})
