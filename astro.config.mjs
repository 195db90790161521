import node from "@astrojs/node"
import react from "@astrojs/react"
import { defineConfig } from "astro/config"
import pkg from "./package.json" with { type: "json" }
import { clientInteract } from "./src/lib/directives/interact.integration.ts"
import { openPropsInUse } from "./src/styles/openProps.ts"

// Two builds of one version differ, and a page that stayed open must notice (src/features/shell/version.ts).
const build = `${pkg.version}+${Date.now().toString(36)}`

export default defineConfig({
  output: "server",
  adapter: node({ mode: "middleware", experimentalDisableStreaming: true, bodySizeLimit: 16 * 1024 * 1024 }),
  integrations: [react(), clientInteract()],
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
    // src/server/security.ts refuses foreign posts on every route instead.
    checkOrigin: false,
    // Astro's part of the policy: hashes of its own inline fragments (island runtime, client directives).
    // src/server/security.ts adds the nonce and all other directives.
    csp: { algorithm: "SHA-256" },
  },
  vite: {
    define: { __QUIRE_BUILD__: JSON.stringify(build), __QUIRE_VERSION__: JSON.stringify(pkg.version) },
    build: { assetsInlineLimit: 0 },
    css: { postcss: { plugins: [openPropsInUse()] } },
  },
})
