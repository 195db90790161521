/** Where the server tells of changes (src/pages/live.ts). */
const LIVE = "/live"

/**
 * Tells what of a person's changes on the server, in whatever browser, as a mark of how it stands now. Only a page that is
 * looked at listens: browsers have few connections to spare, and a page that comes back is told how things stand.
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
  // A page that comes back from the browser's cache has lost its stream without being told.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    source?.close()
    source = undefined
    listen()
  })
  listen()
}
