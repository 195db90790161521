import type { Translate } from "../../i18n/translate.ts"
import { element } from "./elements.ts"
import type { PlayerWords } from "./words.ts"

/** Minutes after which playback can pause. */
const MINUTES = [15, 30, 45, 60] as const
const MINUTE_MS = 60_000
/** The choice that ends playback with the current track. */
const WITH_TRACK = "track"

/** The choice of when playback stops by itself. It is forgotten once it has done so. */
export const makeSleepTimer = (t: Translate<PlayerWords>, pause: () => void) => {
  const choice = element("select", { ariaLabel: t("player.sleep"), title: t("player.sleep") })
  choice.append(
    element("option", { value: "", textContent: t("player.sleep.off") }),
    ...MINUTES.map((count) =>
      element("option", { value: String(count), textContent: t("player.sleep.minutes", { count }) }),
    ),
    element("option", { value: WITH_TRACK, textContent: t("player.sleep.track") }),
  )
  let timeout: number | undefined
  const clear = (): void => {
    clearTimeout(timeout)
    choice.value = ""
  }
  choice.addEventListener("change", () => {
    clearTimeout(timeout)
    const minutes = Number(choice.value)
    if (minutes > 0)
      timeout = window.setTimeout(() => {
        clear()
        pause()
      }, minutes * MINUTE_MS)
  })
  return {
    choice,
    /** Whether playback stops with the track that has just ended. */
    stopsNow: (): boolean => {
      const stops = choice.value === WITH_TRACK
      if (stops) clear()
      return stops
    },
  }
}
