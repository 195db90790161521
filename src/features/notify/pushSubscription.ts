import { apiPost } from "../../lib/apiFetch.ts"
import { SERVICE_WORKER } from "../../lib/fixedPaths.ts"
import { newsState } from "./newsState.ts"
import { hasAsked, MESSAGES_ON } from "./pushMarks.ts"

/** The push subscription of this browser, if any. */
export const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * Opens or reuses the push subscription; null if the browser does not support push.
 *
 * @param key the server's public key, base64url
 */
export const openSubscription = async (key: string): Promise<PushSubscription | null> => {
  if (key === "" || !("PushManager" in window)) return null
  await navigator.serviceWorker.register(SERVICE_WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const open = await pushManager.getSubscription()
  const isOurs = open !== null && textOf(open.options.applicationServerKey) === key
  if (open !== null && isOurs) return open
  await open?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/**
 * Subscribes to news, again in case the server lost the browser or changed its key. Fails silently: browsers without
 * push are polled.
 *
 * @param key the server's public key, base64url
 */
export const subscribe = async (key: string): Promise<void> => {
  const subscription = await openSubscription(key)
  if (subscription === null) return
  const { languageCode, seenMs } = newsState()
  const known = seenMs === null ? {} : { seen: seenMs }
  await post("SubscribeNews", { subscription: subscription.toJSON(), languageCode, ...known })
}

export const unsubscribe = async (): Promise<void> => {
  const open = await currentSubscription()
  if (open === null) return
  // A browser has one subscription for all pushes.
  if (!hasAsked(MESSAGES_ON)) await open.unsubscribe()
  await post("UnsubscribeNews", { endpoint: open.endpoint })
}

const post = (call: string, body: object) => apiPost(`Feed/${call}`, body, { keepalive: true })

const textOf = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
