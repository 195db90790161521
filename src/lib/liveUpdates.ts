/** The stream of changes (src/pages/live.ts); with the post whose comments a page shows. */
const LIVE = "/live"
const TOPICS = ["follows", "wallet", "unread", "tickets", "comments"] as const
type Topic = (typeof TOPICS)[number]
type Listener = (mark: string) => void

/** One stream per page, because browsers limit connections. */
let source: EventSource | undefined
let isWatching = false
const listeners = new Map<Topic, Set<Listener>>()
const lastMarks = new Map<Topic, string>()

/**
 * Reports changes of a person's data on the server, from any browser, as a mark of the current state. Only visible pages
 * listen; a page that becomes visible gets the current mark.
 */
export const onLiveUpdate = (topic: Topic, listener: Listener): void => {
  listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
  const mark = lastMarks.get(topic)
  if (mark !== undefined) listener(mark)
  if (isWatching) return
  isWatching = true
  document.addEventListener("visibilitychange", listen)
  // A page restored from the back/forward cache has lost its stream without an event.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    source?.close()
    source = undefined
    listen()
  })
  listen()
}

const listen = (): void => {
  if (document.visibilityState === "hidden") {
    source?.close()
    source = undefined
    return
  }
  if (source !== undefined) return
  const post = document.querySelector<HTMLElement>("[data-live-post]")?.dataset["livePost"]
  source = new EventSource(post === undefined ? LIVE : `${LIVE}?${new URLSearchParams({ post })}`)
  for (const topic of TOPICS)
    source.addEventListener(topic, ({ data }: MessageEvent<string>) => {
      lastMarks.set(topic, data)
      for (const listener of listeners.get(topic) ?? []) listener(data)
    })
}
