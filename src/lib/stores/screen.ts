import { MOBILE_QUERY } from "../breakpoint.ts"
import { kept } from "../kept.ts"

export interface ScreenState {
  readonly screen: "mobile" | "pc"
  readonly isMobileScreen: boolean
}

/** What kind of screen the reader has. */
export const screenState = kept<ScreenState>("quire:screen", { screen: "pc", isMobileScreen: false })

/** Keeps the state true to the window, now and whenever it crosses the breakpoint. */
export const watchScreen = (): void => {
  const query = matchMedia(MOBILE_QUERY)
  const measure = () => screenState.set({ screen: query.matches ? "mobile" : "pc", isMobileScreen: query.matches })
  query.addEventListener("change", measure)
  measure()
}
