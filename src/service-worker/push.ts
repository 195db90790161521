import type { MessageNotice, PushedMessages, PushedNews } from "#contract/notifications"
import { LIBRARY_NEWS } from "../lib/fixedPaths.ts"
import { NEWS_PUSHED, noticeOptions } from "../lib/newsNotice.ts"
import { worker } from "./scope.ts"

worker.addEventListener("push", (event) => {
  const pushed = event.data?.json() as PushedNews | PushedMessages | undefined
  if (pushed === undefined) return
  event.waitUntil("messages" in pushed ? notify(pushed) : show(pushed))
})

worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const { path } = (event.notification.data ?? {}) as Partial<MessageNotice>
  event.waitUntil(path === undefined ? openNews() : openAt(path))
})

worker.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription))
})

const show = async ({ news }: PushedNews): Promise<void> => {
  await Promise.all(news.map((notice) => worker.registration.showNotification(notice.title, noticeOptions(notice))))
  // Open news pages show them too.
  for (const page of await pages()) page.postMessage(NEWS_PUSHED)
}

const notify = ({ messages }: PushedMessages): Promise<unknown> =>
  Promise.all(
    messages.map(({ path, ...notice }) =>
      worker.registration.showNotification(notice.title, { ...noticeOptions(notice), data: { path } }),
    ),
  )

/** Opens the library's news, or reloads an open tab of it. */
const openNews = async (): Promise<void> => {
  const open = (await pages()).find(({ url }) => new URL(url).pathname === LIBRARY_NEWS)
  if (open === undefined) {
    await worker.clients.openWindow(LIBRARY_NEWS)
    return
  }
  await open.navigate(open.url)
  await open.focus()
}

/** Opens a page of this site in an existing tab, or in a new one. */
const openAt = async (path: string): Promise<void> => {
  const { origin } = worker.location
  const url = new URL(path, origin)
  if (url.origin !== origin) return
  const [open] = await pages()
  if (open === undefined) await worker.clients.openWindow(url.href)
  else {
    await open.navigate(url.href)
    await open.focus()
  }
}

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true })

/** Timeout of a call from the worker. */
const CALL_MS_MAX = 60_000

/**
 * The push service changed the address: reports the new and the old one to the server. Not through `apiFetch`, because
 * a worker has no local storage and therefore no bearer token. The session cookie is sent, and a page with a replaced
 * token gets the new one with its next call (`visitorOf` in src/web/session.ts).
 */
const renew = async (old: PushSubscription): Promise<void> => {
  const { applicationServerKey } = old.options
  const renewed = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const body = JSON.stringify({ subscription: renewed.toJSON(), replaces: old.endpoint })
  const headers = { "content-type": "application/json" }
  // Each call ignores addresses that never subscribed.
  for (const call of ["Feed/SubscribeNews", "Message/SubscribeMessages"])
    await fetch(`/api/${call}`, { method: "POST", headers, body, signal: AbortSignal.timeout(CALL_MS_MAX) }).catch(
      () => undefined,
    )
}
