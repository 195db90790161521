import type { QueuedTrack } from "../../features/player/queue.ts"
import { attribute, type Html, html } from "../../lib/html.ts"
import { icon } from "../ui/icon.ts"

const ICON_SIZE = 16
/** Twice the width of the picture in the player, rounded up to a width of the proxy. */
export const ARTWORK_WIDTH = 320

/**
 * Renders the buttons that queue a track (src/features/player): icons in lists, with their names beside them on the track's own
 * page.
 */
export const enqueueButtons = (t: App.Locals["t"], track: QueuedTrack, { hasText = false } = {}): Html => {
  const button = (place: "next" | "last", name: string): Html =>
    html`<button class="${hasText ? "button" : "icon-button"}" type="button" data-queue="${place}"${attribute("aria-label", hasText ? undefined : `${name}: ${track.title}`)}${attribute("title", hasText ? undefined : name)}>${icon(place === "next" ? "playNext" : "enqueue", ICON_SIZE)}${hasText && name}</button>`
  return html`<span class="enqueue needs-script" data-entry="${JSON.stringify(track)}">${button("next", t("feed.playNext"))}${button("last", t("feed.enqueue"))}</span>`
}
