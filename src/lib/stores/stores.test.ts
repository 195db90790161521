import { beforeEach, describe, expect, it, vi } from "vitest"

/** A browser's storage, with the methods that the stores use. */
const storage = new Map<string, string>()
vi.stubGlobal("localStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
})

/** The stores as a newly opened page has them. */
const openPage = async () => {
  vi.resetModules()
  return { ...(await import("./welcome.ts")), ...(await import("./screen.ts")), ...(await import("./language.ts")) }
}

beforeEach(() => storage.clear())

describe("[S4-051] a store", () => {
  it("keeps its data in local storage and restores it on the next page", async () => {
    const first = await openPage()
    first.languageState.set({ Language: "de", ShowBlurb: false })
    expect((await openPage()).languageState.get()).toEqual({ Language: "de", ShowBlurb: false })
  })

  it.each(["", "no json", "null", "7"])("starts with its defaults if the stored text is %o", async (text) => {
    storage.set("quire:language", text)
    expect((await openPage()).languageState.get()).toEqual({ Language: "en", ShowBlurb: true })
  })

  it("works without storage", async () => {
    const page = await openPage()
    const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new Error("full")
    })
    page.languageState.set({ Language: "zh-Hant" })
    full.mockRestore()
    expect(page.languageState.get().Language).toBe("zh-Hant")
  })
})

describe("the language state", () => {
  it("[S3-021] holds Language and ShowBlurb", async () => {
    expect((await openPage()).languageState.get()).toEqual({ Language: "en", ShowBlurb: true })
  })

  it("[S3-035] keeps language data, language code and user language in local storage", async () => {
    ;(await openPage()).rememberLanguage("zh-Hant", "de-AT")
    expect(JSON.parse(storage.get("quire:language") ?? "")).toEqual({ Language: "zh-Hant", ShowBlurb: true })
    expect(JSON.parse(storage.get("quire:language-code") ?? "")).toEqual({ code: "zh-Hant" })
    expect(JSON.parse(storage.get("quire:user-language") ?? "")).toEqual({ language: "de-AT" })
  })
})

describe("the welcome state", () => {
  it("[S3-020] holds showedWelcome and libraryFeedCount", async () => {
    expect((await openPage()).welcomeState.get()).toEqual({ showedWelcome: false, libraryFeedCount: 0 })
  })

  it("[S4-032] [S4-033] [S3-037] shows the welcome five times, counting each time it is closed", async () => {
    for (let closed = 1; closed <= 5; closed++) {
      const page = await openPage()
      expect(page.isWelcomeDue()).toBe(true)
      page.closeWelcome()
      expect(page.welcomeState.get().showedWelcome).toBe(true)
      expect(JSON.parse(storage.get("quire:intro") ?? "")).toEqual({ shown: closed })
    }
    expect((await openPage()).isWelcomeDue()).toBe(false)
  })
})

it.each([
  [true, { screen: "mobile", isMobileScreen: true }],
  [false, { screen: "pc", isMobileScreen: false }],
])("[S3-022] the screen state follows the breakpoint (mobile: %s)", async (matches, state) => {
  const query = { matches: !matches, addEventListener: (_: string, listener: () => void) => listeners.push(listener) }
  const listeners: Array<() => void> = []
  vi.stubGlobal("matchMedia", () => query)
  const { screenState, watchScreen } = await openPage()
  watchScreen()
  expect(screenState.get()).not.toEqual(state)
  query.matches = matches
  for (const changed of listeners) changed()
  expect(screenState.get()).toEqual(state)
})
