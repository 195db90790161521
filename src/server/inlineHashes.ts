import { createHash } from "node:crypto"
import { manifest } from "virtual:astro:manifest"
import islandScript from "astro/runtime/server/astro-island.prebuilt.js"
import { ISLAND_STYLES } from "astro/runtime/server/astro-island-styles.js"

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/**
 * What Astro writes into a page that has islands: their runtime, their style and the client directives. These never
 * change within a build, so they are blessed by hash. (`security.csp` of Astro would do it too, but digests every page's
 * links anew at each request: a tenth of the time that a page takes.)
 */
export const inlineHashes = {
  scripts: [islandScript, ...manifest.clientDirectives.values()].map(hashOf).join(" "),
  styles: hashOf(ISLAND_STYLES),
}
