import type { WordsOf } from "../../i18n/index.ts"
import { apiPost } from "../../lib/apiFetch.ts"
import { NEWS_ON } from "../../lib/fixedPaths.ts"
import { hasAsked, MESSAGES_ON } from "../notify/pushMarks.ts"
import { currentSubscription, openSubscription } from "../notify/pushSubscription.ts"

type Outcome = `messages.push.${"started" | "stopped" | "denied" | "unsupported"}`

/**
 * The switch in the settings (components/messages/MessageSwitch.astro). Permission is requested only when it is turned
 * on.
 */
const serveSwitch = (): void => {
  const card = document.querySelector<HTMLElement>("[data-message-switch]")
  const button = card?.querySelector("button")
  const said = card?.querySelector("[role=status]")
  if (!card || !button || !said) return
  const key = card.dataset["messageSwitch"] ?? ""
  const words = JSON.parse(card.dataset["words"] ?? "{}") as WordsOf<"messages.push">
  const isActive = () => hasAsked(MESSAGES_ON) && "Notification" in window && Notification.permission === "granted"
  const show = () => {
    const on = isActive()
    button.ariaPressed = String(on)
    button.textContent = words[on ? "messages.push.off" : "messages.push.on"]
  }
  button.addEventListener("click", () => {
    const turn = isActive() ? turnOff() : turnOn(key)
    void turn.then((outcome) => {
      said.textContent = words[outcome]
      show()
    })
  })
  show()
  // Subscribes again in case the server lost this browser.
  if (isActive()) subscribe(key).catch(() => {})
}

const turnOn = async (key: string): Promise<Outcome> => {
  if (!("Notification" in window && "PushManager" in window) || key === "") return "messages.push.unsupported"
  if ((await Notification.requestPermission()) !== "granted") return "messages.push.denied"
  const isSubscribed = await subscribe(key).catch(() => false)
  if (!isSubscribed) return "messages.push.unsupported"
  localStorage.setItem(MESSAGES_ON, "")
  return "messages.push.started"
}

const turnOff = async (): Promise<Outcome> => {
  localStorage.removeItem(MESSAGES_ON)
  const open = await currentSubscription()
  if (open !== null) {
    // A browser has one subscription for all pushes.
    if (!hasAsked(NEWS_ON)) await open.unsubscribe().catch(() => {})
    await post("UnsubscribeMessages", { endpoint: open.endpoint }).catch(() => {})
  }
  return "messages.push.stopped"
}

const subscribe = async (key: string): Promise<boolean> => {
  const subscription = await openSubscription(key)
  if (subscription === null) return false
  return (await post("SubscribeMessages", { subscription: subscription.toJSON() })).ok
}

const post = (call: string, body: object) => apiPost(`Message/${call}`, body, { keepalive: true })

serveSwitch()
