import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Release } from "#core/releases"
import { UNBUILT } from "../../src/process/release.ts"
import { VERSION } from "../../src/process/version.ts"
import { keepAssets, setAssetsAside } from "./keptAssets.ts"
import { alone } from "./lock.ts"
import { root } from "./root.ts"
import { runBuilder } from "./runBuilder.ts"

const SOURCES = [
  "src/**/*",
  "core/**/*",
  "projections/**/*",
  "public/**/*",
  "astro.config.mjs",
  "scripts/run/bundleRoles.ts",
  "scripts/run/compressFiles.ts",
  "scripts/patchDriver.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
]
const IRRELEVANT = /\.(test|controls)\.tsx?$/
/** The configuration of the console's build, beside its pages. */
export const CONSOLE_CONFIG = "src/console/astro.config.mjs"
/** Characters of the digest of all sources that identify a build. */
const BUILD_LENGTH = 12
const FAILURE = "The site could not be built"
const DIST = join(root, "dist")
const stampFile = join(DIST, ".sources")
/** Assets of the build before, while the next one runs. */
const ASIDE = join(root, ".quire", "previous-assets")

/** Builds the site if its sources changed since the last build. Returns whether it built. */
export async function buildIfStale(say: (line: string) => void = () => {}): Promise<boolean> {
  if (isFresh(sourcesHash())) return false
  return alone(join(root, ".quire", "build.lock"), async () => {
    const hash = sourcesHash()
    if (isFresh(hash)) return false
    say("Building the site ...")
    rmSync(stampFile, { force: true })
    setAssetsAside(DIST, ASIDE)
    const astro = join(root, "node_modules", "astro", "bin", "astro.mjs")
    const variables = { QUIRE_SOURCES: hash.slice(0, BUILD_LENGTH) }
    await runBuilder([astro, "build"], FAILURE, variables)
    // After the site, whose build empties dist.
    await runBuilder([astro, "build", "--config", CONSOLE_CONFIG], FAILURE, variables)
    await runBuilder([join(root, "scripts", "run", "bundleRoles.ts")], FAILURE, variables)
    keepAssets(DIST, ASIDE)
    await runBuilder([join(root, "scripts", "run", "compressFiles.ts")], FAILURE)
    writeFileSync(stampFile, hash)
    return true
  })
}

/** The release in dist, which processes run that start now. */
export const builtRelease = (): Release => ({
  version: VERSION,
  build: existsSync(stampFile) ? readFileSync(stampFile, "utf8").slice(0, BUILD_LENGTH) : UNBUILT,
})

/** A fingerprint of all inputs of the build. */
export function sourcesHash(): string {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  const hash = createHash("sha256").update(process.version)
  for (const file of files) {
    const path = join(root, file)
    if (IRRELEVANT.test(file) || statSync(path).isDirectory()) continue
    hash.update(file).update("\0").update(readFileSync(path)).update("\0")
  }
  return hash.digest("hex")
}

function isFresh(hash: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === hash
}
