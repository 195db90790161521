import type { APIRoute } from "astro"
import { translator } from "../i18n/index.ts"
import { isLocale } from "../i18n/locales.ts"
import { OFFLINE_PAGE } from "../lib/offline.ts"
import { paths } from "../lib/paths.ts"

const PAPER = "#fbfaf6"
const ICONS = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
] as const

/** The web app manifest, in the page's language. */
export const GET: APIRoute = ({ url, locals }) => {
  const language = url.searchParams.get("lang") ?? undefined
  const lang = isLocale(language) ? language : locals.locale
  const t = translator(lang)
  const manifest = {
    id: "/",
    name: `${t("shell.product")} · ${t("shell.tagline")}`,
    short_name: t("shell.product"),
    description: t("shell.description"),
    lang,
    dir: "ltr",
    start_url: paths.newsfeed,
    scope: "/",
    display: "standalone",
    background_color: PAPER,
    theme_color: PAPER,
    categories: ["news", "magazines"],
    icons: ICONS,
    shortcuts: [
      { name: t("feed.yours"), url: paths.newsfeed },
      { name: t("feed.all"), url: paths.allNews },
      { name: t("offline.title"), url: OFFLINE_PAGE },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json", "cache-control": "public, max-age=3600" },
  })
}
