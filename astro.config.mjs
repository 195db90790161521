import node from "@astrojs/node"
import react from "@astrojs/react"
import { defineConfig } from "astro/config"
import pkg from "./package.json" with { type: "json" }
import { clientInteract } from "./src/lib/directives/interact.integration.ts"
import { serviceWorker } from "./src/service-worker/serviceWorker.integration.ts"
import { openPropsInUse } from "./src/styles/openProps.ts"

// Two builds of one version differ, and a page that stayed open must notice (src/features/shell/version.ts).
const build = `${pkg.version}+${Date.now().toString(36)}`
const define = { __QUIRE_BUILD__: JSON.stringify(build), __QUIRE_VERSION__: JSON.stringify(pkg.version) }

// What differs between building and developing. Not import.meta.env.DEV: Astro reads that from the environment, and a
// build that a test starts would be one for development, without its policy.
const byCommand = {
  name: "quire:by-command",
  config: (_, { command }) => ({
    define: { __QUIRE_DEV__: JSON.stringify(command === "serve") },
    // Bundled, so that only the parts in use are loaded: whole, these take another 40 MB in the web process.
    ssr: command === "build" ? { noExternal: BUNDLED } : {},
  }),
}
const BUNDLED = ["effect", "kysely", "kysely-postgres-js", "postgres", "undici", "htmlparser2", "sanitize-html", "pino"]

export default defineConfig({
  output: "server",
  adapter: node({ mode: "middleware", experimentalDisableStreaming: true, bodySizeLimit: 16 * 1024 * 1024 }),
  integrations: [react(), clientInteract(), serviceWorker(define)],
  compressHTML: "jsx",
  trailingSlash: "ignore",
  prefetch: false,
  session: false,
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  // Styles are files: cached from page to page, and nothing inline to bless.
  build: { inlineStylesheets: "never" },
  // Pictures go through our own resizing proxy, which checks addresses.
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  security: {
    // Astro compares the Origin header with an address that it cannot know behind a proxy that ends TLS;
    // src/web/security.ts refuses foreign posts on every route instead.
    checkOrigin: false,
  },
  vite: {
    plugins: [byCommand],
    define,
    build: {
      assetsInlineLimit: 0,
      // A contract only declares: an island that needs a constant of it does not get the schemas beside it.
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: /\/core\/[^/]+\/contract\.ts$/, sideEffects: false }] },
      },
    },
    css: { postcss: { plugins: [openPropsInUse()] } },
  },
})
