import type { QueuedTrack } from "./queue.ts"
import { trackOf } from "./Track.ts"

/** The media element of a track on the shown page. */
export const mediumOnPage = (key: string, page: Document = document): HTMLMediaElement | undefined =>
  [...page.querySelectorAll<HTMLMediaElement>("main [data-track]")].find((media) => trackOf(media)?.key === key)

/**
 * The media element of a track, from the shown page or from its own.
 *
 * @returns undefined if the page has none; rejects if the page cannot be loaded
 */
export const loadMedium = async ({ key, href }: QueuedTrack): Promise<HTMLMediaElement | undefined> => {
  const shown = mediumOnPage(key)
  if (shown !== undefined) return shown
  const response = await fetch(href)
  const found = mediumOnPage(key, new DOMParser().parseFromString(await response.text(), "text/html"))
  return found && document.adoptNode(found)
}
