import node from "@astrojs/node"
import react from "@astrojs/react"
import { defineConfig } from "astro/config"
import pkg from "./package.json" with { type: "json" }
import { oneStartFile, scriptBundles, styleBundles } from "./src/layouts/bundling.ts"
import { clientInteract } from "./src/lib/directives/interact.integration.ts"
import { COMPACT, NOT_BUNDLED } from "./src/process/serverBundle.ts"
import { serviceWorker } from "./src/service-worker/serviceWorker.integration.ts"
import { openPropsInUse } from "./src/styles/openProps.ts"

// Two builds of one version differ, and an open page must notice the change (src/features/shell/version.ts). The same
// sources make the same build on every machine.
const sources = process.env["QUIRE_SOURCES"]
const build = `${pkg.version}+${sources ?? Date.now().toString(36)}`
const define = {
  __QUIRE_BUILD__: JSON.stringify(build),
  __QUIRE_VERSION__: JSON.stringify(pkg.version),
  ...(sources === undefined ? {} : { __QUIRE_SOURCES__: JSON.stringify(sources) }),
}

// Distinguishes building from developing. Astro derives import.meta.env.DEV from the environment, so a build started by
// a test would be a development build, without its content security policy.
const byCommand = {
  name: "quire:by-command",
  config: (_, { command }) => ({
    define: { __QUIRE_DEV__: JSON.stringify(command === "serve") },
    ssr: command === "build" ? { noExternal: true, external: NOT_BUNDLED } : {},
  }),
}

/** The adapter of Node, with an entry of our own. */
const ownEntry = (adapter) => ({
  ...adapter,
  hooks: {
    ...adapter.hooks,
    "astro:config:done": (context) => {
      const serverEntrypoint = new URL("src/web/http/siteEntry.ts", import.meta.url)
      const setAdapter = (given) => context.setAdapter({ ...given, serverEntrypoint })
      return adapter.hooks["astro:config:done"]?.({ ...context, setAdapter })
    },
  },
})

export default defineConfig({
  output: "server",
  adapter: ownEntry(node({ mode: "middleware" })),
  integrations: [react(), clientInteract(), serviceWorker(define)],
  compressHTML: "jsx",
  trailingSlash: "ignore",
  prefetch: false,
  session: false,
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  // Stylesheets are files: cached across pages, and without inline styles the policy needs no exceptions.
  build: { inlineStylesheets: "never" },
  // Our own resizing proxy, which checks addresses, serves the images.
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  security: {
    // Behind a proxy that terminates TLS, Astro does not know the public address that it would compare the Origin
    // header with. src/web/security.ts refuses cross-origin posts on every route instead.
    checkOrigin: false,
  },
  vite: {
    plugins: [byCommand, oneStartFile()],
    define,
    build: {
      assetsInlineLimit: 0,
      // Contracts have no side effects: an island that imports a constant of one does not bundle the schemas beside it.
      rolldownOptions: {
        // Nor have packages, of which only the used parts are bundled.
        treeshake: {
          moduleSideEffects: [
            { test: /\/core\/[^/]+\/contract\.ts$/, sideEffects: false },
            { test: /\/node_modules\/.*(?<!\.css)$/, sideEffects: false },
          ],
        },
        output: { codeSplitting: styleBundles },
      },
    },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: scriptBundles } } } },
      ssr: { build: { rolldownOptions: { output: COMPACT } } },
    },
    css: { postcss: { plugins: [openPropsInUse()] } },
  },
})
