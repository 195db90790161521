import type { Release } from "#core/releases"
import { VERSION } from "./version.ts"

/** The build of processes that run from their sources. */
export const UNBUILT = "sources"

/** The release of this process. The builders fill in its build, so that it stays the same while another one is built. */
export const RELEASE: Release = {
  version: VERSION,
  build: typeof __QUIRE_SOURCES__ === "string" ? __QUIRE_SOURCES__ : UNBUILT,
}
