import type { WordsOf } from "../../i18n/index.ts"
import { shownLanguage } from "./newsList.ts"
import { keepNewsState, newsState } from "./newsState.ts"
import { pollNews } from "./pollNews.ts"
import { subscribe, unsubscribe } from "./pushSubscription.ts"

/**
 * The switch on the news page (components/notify/NewsSwitch.astro). Permission is requested only when it is turned on.
 */
export const serveSwitch = (): void => {
  const card = document.querySelector<HTMLElement>("[data-news-switch]")
  const button = card?.querySelector("button")
  const said = card?.querySelector("[role=status]")
  if (!card || !button || !said) return
  const key = card.dataset["newsSwitch"] ?? ""
  const words = JSON.parse(card.dataset["words"] ?? "{}") as WordsOf<"notify">
  const isOn = () => newsState().on && "Notification" in window && Notification.permission === "granted"
  const show = () => {
    const on = isOn()
    button.ariaPressed = String(on)
    button.textContent = words[on ? "notify.off" : "notify.on"]
  }
  button.addEventListener("click", () => {
    const turn = isOn() ? turnOff() : turnOn(key)
    void turn.then((outcome) => {
      said.textContent = words[outcome]
      show()
    })
  })
  show()
  if (isOn()) subscribe(key).catch(() => {})
}

type Outcome = "notify.started" | "notify.stopped" | "notify.denied" | "notify.unsupported"

const turnOn = async (key: string): Promise<Outcome> => {
  if (!("Notification" in window)) return "notify.unsupported"
  if ((await Notification.requestPermission()) !== "granted") return "notify.denied"
  keepNewsState({ on: true, seenMs: null, languageCode: shownLanguage() ?? "" })
  // Shows the latest item at once as an example.
  await pollNews(Date.now()).catch(() => {})
  subscribe(key).catch(() => {})
  return "notify.started"
}

const turnOff = async (): Promise<Outcome> => {
  keepNewsState({ on: false, seenMs: null })
  await unsubscribe().catch(() => {})
  return "notify.stopped"
}
