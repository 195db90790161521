import { join } from "node:path"
import { rolldown } from "rolldown"
import { COMPACT, NOT_BUNDLED } from "../../src/process/serverBundle.ts"
import { root } from "./root.ts"

const ENTRIES = {
  web: "src/web/main.ts",
  chat: "src/chat/main.ts",
  worker: "src/worker/main.ts",
  keeper: "src/keeper/main.ts",
  console: "src/console/main.ts",
  // The thread in which web and worker parse documents.
  reading: "core/feeds/reading/thread.ts",
  // The thread in which the web process parses an article, chapters or a transcript.
  parts: "core/feeds/parts/thread.ts",
  // The thread in which the worker examines uploaded audio and video.
  probing: "core/media/probe/thread.ts",
  // The thread in which the worker reads archives with posts of other products.
  importing: "core/imports/reading/thread.ts",
  // The thread in which the worker reads replies by mail.
  mailReading: "core/tickets/mail/thread.ts",
  // The process that holds private keys.
  signer: "core/chains/signer/program.ts",
  // The process that decodes one image of an identity document.
  imaging: "core/identity/imaging/program.ts",
} as const
/** The sites are built by themselves. */
const EXTERNAL = [/^node:/, ...NOT_BUNDLED, /\/dist\/(?:console\/)?server\//]

/** The build that the processes report (scripts/run/build.ts). */
const sources = process.env["QUIRE_SOURCES"]

/**
 * Bundles each role into one file in dist/roles. Unbundled, a role loads whole libraries and the compiler that strips
 * their types: the idle chat process takes 136 MB, against 69 MB bundled.
 */
async function bundleRoles(): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input: Object.fromEntries(Object.entries(ENTRIES).map(([role, file]) => [role, join(root, file)])),
    external: EXTERNAL,
    treeshake: { moduleSideEffects: false },
    logLevel: "warn",
    transform: { define: sources === undefined ? {} : { __QUIRE_SOURCES__: JSON.stringify(sources) } },
  })
  try {
    await bundle.write({
      ...COMPACT,
      dir: join(root, "dist", "roles"),
      format: "esm",
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    })
  } finally {
    await bundle.close()
  }
}

await bundleRoles()
