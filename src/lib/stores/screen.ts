import { MOBILE_QUERY } from "../breakpoint.ts"
import { storedState } from "../storedState.ts"

export interface ScreenState {
  readonly screen: "mobile" | "pc"
  readonly isMobileScreen: boolean
}

/** The kind of the reader's screen. */
export const screenState = storedState<ScreenState>("quire:screen", { screen: "pc", isMobileScreen: false })

/** Keeps the state in step with the window, now and whenever it crosses the breakpoint. */
export const watchScreen = (): void => {
  const query = matchMedia(MOBILE_QUERY)
  const measure = () => screenState.set({ screen: query.matches ? "mobile" : "pc", isMobileScreen: query.matches })
  query.addEventListener("change", measure)
  measure()
}
