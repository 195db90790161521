import { createHash } from "node:crypto"
import { manifest } from "virtual:astro:manifest"
import islandScript from "astro/runtime/server/astro-island.prebuilt.js"
import { ISLAND_STYLES } from "astro/runtime/server/astro-island-styles.js"
import { LAYER_ORDER } from "../styles/layerOrder.ts"

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/**
 * Inline fragments that never change within a build, allowed by hash: the layer order, also in a page that
 * was swapped under another page's policy while media play, and Astro's islands: their runtime,
 * their style, the client directives. (`security.csp` of Astro would do it too, but digests every page's links again at
 * each request: a tenth of the time that a page takes.)
 */
export const inlineHashes = {
  scripts: [islandScript, ...manifest.clientDirectives.values()].map(hashOf).join(" "),
  styles: [ISLAND_STYLES, LAYER_ORDER].map(hashOf).join(" "),
}
