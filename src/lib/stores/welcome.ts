import { storedState } from "../storedState.ts"

/** Whether the welcome dialog was shown, and how many feeds the library had then. */
export const welcomeState = storedState("quire:welcome", { showedWelcome: false, libraryFeedCount: 0 })

/** How often the welcome dialog was closed. */
export const introCounter = storedState("quire:intro", { shown: 0 })

export const WELCOME_SHOWN_MAX = 5
export const WELCOME_DELAY_MS = 1_000

/** Whether the home page shows the welcome dialog. */
export const isWelcomeDue = (): boolean =>
  !welcomeState.get().showedWelcome || introCounter.get().shown < WELCOME_SHOWN_MAX

export const closeWelcome = (): void => {
  welcomeState.set({ showedWelcome: true })
  introCounter.set({ shown: introCounter.get().shown + 1 })
}
