import { NEWS_ON } from "../../lib/fixedPaths.ts"

/** State of news in this browser, shared by its tabs, so it is read again each time. */
export interface NewsState {
  /** Whether notifications are on. */
  readonly on: boolean
  /** The time of the newest item that was notified; null for none. */
  readonly seenMs: number | null
  /** When any tab polled last. */
  readonly polledMs: number
  /** Language of the notified news; empty for all. */
  readonly languageCode: string
}

const KEY = "quire:news"
const INITIAL: NewsState = { on: false, seenMs: null, polledMs: 0, languageCode: "" }

export const newsState = (): NewsState => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    return { ...INITIAL, ...(typeof found === "object" ? found : {}) }
  } catch {
    return INITIAL
  }
}

export const keepNewsState = (change: Partial<NewsState>): void => {
  try {
    const state = { ...newsState(), ...change }
    localStorage.setItem(KEY, JSON.stringify(state))
    if (state.on) localStorage.setItem(NEWS_ON, "")
    else localStorage.removeItem(NEWS_ON)
  } catch {
    // A browser without storage polls again on the next page.
  }
}
