import { NEWS_ON } from "../../lib/fixedPaths.ts"

/** What this browser knows of the library's news, shared by its tabs: read anew each time, because another one may have changed it. */
export interface NewsState {
  /** Whether notifications were asked for. */
  readonly on: boolean
  /** When the newest news was published that was told; null where none was. */
  readonly seenMs: number | null
  /** When some tab asked last. */
  readonly polledMs: number
  /** Of the news that notifications are about; empty for all. */
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
    // A browser that keeps nothing is asked again on the next page.
  }
}
