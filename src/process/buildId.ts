import { readFileSync } from "node:fs"

const STAMP = new URL("../../dist/.sources", import.meta.url)
const ID_LENGTH = 12
/** A process that runs from its sources. */
const UNBUILT = "sources"

/** Identifies the build that a process runs: the beginning of the digest of all its sources, equal on all machines. */
export const readBuildId = (): string => {
  try {
    return readFileSync(STAMP, "utf8").trim().slice(0, ID_LENGTH) || UNBUILT
  } catch {
    return UNBUILT
  }
}
