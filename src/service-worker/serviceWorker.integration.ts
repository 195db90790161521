import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"
import { rolldown } from "rolldown"
import { catalogue } from "../i18n/index.ts"
import { LOCALES } from "../i18n/locales.ts"
import { SERVICE_WORKER } from "../lib/fixedPaths.ts"

const entry = fileURLToPath(new URL("./index.ts", import.meta.url))

/**
 * Bundles the service worker into one file at the root of the site, which defines its scope: into the build, and
 * on each request in development.
 *
 * @param define build constants, as in `vite.define`
 */
export const serviceWorker = (define: Readonly<Record<string, string>>): AstroIntegration => ({
  name: "quire:service-worker",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      writeFileSync(new URL(`.${SERVICE_WORKER}`, dir), await bundle(define, true))
    },
    "astro:server:setup": ({ server }) => {
      server.middlewares.use(SERVICE_WORKER, (_request, response, next) => {
        bundle(define, false).then(
          (code) =>
            response.setHeader("content-type", "text/javascript").setHeader("cache-control", "no-cache").end(code),
          next,
        )
      })
    },
  },
})

/** The worker contains these few texts instead of the catalogue (unreachablePage.ts). */
const unreachableTexts = Object.fromEntries(
  LOCALES.map((locale) => {
    const words = catalogue[locale]
    return [
      locale,
      { nothing: words["offline.nothing"], unsent: words["offline.unsent"], retry: words["offline.retry"] },
    ]
  }),
)

const bundle = async (define: Readonly<Record<string, string>>, minify: boolean): Promise<string> => {
  const build = await rolldown({
    input: entry,
    platform: "browser",
    transform: { define: { ...define, __QUIRE_UNREACHABLE__: JSON.stringify(unreachableTexts) } },
    logLevel: "warn",
  })
  try {
    const { output } = await build.generate({ format: "iife", minify, codeSplitting: false })
    return output[0].code
  } finally {
    await build.close()
  }
}
