import { addReadingTime } from "./readingTimes.ts"
import { reportReading } from "./reportReading.ts"

// Counts how long a post is read whose creator is paid by reading time (`data-read-time`): while the page is visible and the
// person did something a short while ago.

const TICK_S = 5
const SECOND_MS = 1_000
/** How long a screen of text takes. */
const IDLE_MS = 90_000
const SIGNS_OF_LIFE = ["scroll", "pointermove", "pointerdown", "keydown"] as const

let activeMs = Date.now()
for (const sign of SIGNS_OF_LIFE)
  addEventListener(
    sign,
    () => {
      activeMs = Date.now()
    },
    { passive: true, capture: true },
  )

setInterval(() => {
  // Another page in the same document, while media play (features/player/persistAcrossPages.ts).
  const channelCode = document.querySelector<HTMLElement>("[data-read-time]")?.dataset["readTime"]
  const nowMs = Date.now()
  if (channelCode === undefined || document.visibilityState !== "visible" || nowMs - activeMs >= IDLE_MS) return
  addReadingTime(channelCode, TICK_S, nowMs)
}, TICK_S * SECOND_MS)

void reportReading(Date.now())
