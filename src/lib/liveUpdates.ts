/** The stream of changes (src/pages/live.ts). */
const LIVE = "/live"

/**
 * Reports changes of a person's data on the server, from any browser, as a mark of the current state. Only visible pages
 * listen, because browsers limit connections; a page that becomes visible gets the current mark.
 */
export const onLiveUpdate = (topic: "follows" | "wallet", told: (mark: string) => void): void => {
  let source: EventSource | undefined

  const listen = () => {
    if (document.visibilityState === "hidden") {
      source?.close()
      source = undefined
      return
    }
    if (source !== undefined) return
    source = new EventSource(LIVE)
    source.addEventListener(topic, ({ data }: MessageEvent<string>) => told(data))
  }
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
