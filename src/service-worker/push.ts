import type { PushedNews } from "#contract/notify"
import { LIBRARY_NEWS } from "../lib/fixedPaths.ts"
import { NEWS_PUSHED, noticeOptions } from "../lib/newsNotice.ts"
import { worker } from "./scope.ts"

worker.addEventListener("push", (event) => {
  const pushed = event.data?.json() as PushedNews | undefined
  if (pushed !== undefined) event.waitUntil(show(pushed))
})

worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(openNews())
})

worker.addEventListener("pushsubscriptionchange", (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription))
})

const show = async ({ news }: PushedNews): Promise<void> => {
  await Promise.all(news.map((notice) => worker.registration.showNotification(notice.title, noticeOptions(notice))))
  // A page of news that is open shows them too.
  for (const page of await pages()) page.postMessage(NEWS_PUSHED)
}

/** Opens the library's news, or loads them anew where somebody has them open. */
const openNews = async (): Promise<void> => {
  const open = (await pages()).find(({ url }) => new URL(url).pathname === LIBRARY_NEWS)
  if (open === undefined) {
    await worker.clients.openWindow(LIBRARY_NEWS)
    return
  }
  await open.navigate(open.url)
  await open.focus()
}

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true })

/** The push service wants another address: the server is told which one takes the place of which. */
const renew = async (old: PushSubscription): Promise<void> => {
  const { applicationServerKey } = old.options
  const renewed = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  await fetch("/api/Feed/SubscribeNews", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subscription: renewed.toJSON(), replaces: old.endpoint }),
  })
}
