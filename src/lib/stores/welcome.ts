import { kept } from "../kept.ts"

/** Whether the welcome modal was shown, and how many feeds the library held then. */
export const welcomeState = kept("quire:welcome", { showedWelcome: false, libraryFeedCount: 0 })

/** How often the welcome modal was closed. */
export const introCounter = kept("quire:intro", { shown: 0 })

export const WELCOME_SHOWN_MAX = 5
export const WELCOME_DELAY_MS = 1_000

/** Whether the home page is to greet this reader. */
export const isWelcomeDue = (): boolean =>
  !welcomeState.get().showedWelcome || introCounter.get().shown < WELCOME_SHOWN_MAX

export const closeWelcome = (): void => {
  welcomeState.set({ showedWelcome: true })
  introCounter.set({ shown: introCounter.get().shown + 1 })
}
