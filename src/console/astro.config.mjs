import { fileURLToPath } from "node:url"
import node from "@astrojs/node"
import { defineConfig } from "astro/config"
import { COMPACT, NOT_BUNDLED } from "../process/serverBundle.ts"

/** The operators' console: a site of its own, in a process of its own. */
const root = fileURLToPath(new URL("../../", import.meta.url))
const sources = process.env["QUIRE_SOURCES"]
const byCommand = {
  name: "quire:by-command",
  config: (_, { command }) => ({
    ssr: command === "build" ? { noExternal: true, external: NOT_BUNDLED } : {},
  }),
}

/** Of an answer with files. All other forms are read up to a smaller limit (`forms.ts`). */
const BODY_BYTES_MAX = 21 * 1024 * 1024

export default defineConfig({
  root,
  srcDir: "./src/console",
  publicDir: "./src/console/public",
  outDir: "./dist/console",
  cacheDir: "./node_modules/.astro-console",
  output: "server",
  adapter: node({ mode: "middleware", experimentalDisableStreaming: true, bodySizeLimit: BODY_BYTES_MAX }),
  compressHTML: "jsx",
  trailingSlash: "ignore",
  prefetch: false,
  session: false,
  devToolbar: { enabled: false },
  build: { inlineStylesheets: "never" },
  image: { service: { entrypoint: "astro/assets/services/noop" } },
  // The middleware compares origins: behind a proxy that terminates TLS, Astro does not know the public one.
  security: { checkOrigin: false },
  vite: {
    plugins: [byCommand],
    ...(sources === undefined ? {} : { define: { __QUIRE_SOURCES__: JSON.stringify(sources) } }),
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: /\/node_modules\/.*(?<!\.css)$/, sideEffects: false }] },
      },
    },
    environments: { ssr: { build: { rolldownOptions: { output: COMPACT } } } },
  },
})
