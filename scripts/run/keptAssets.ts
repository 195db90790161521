import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Directories of files whose names contain a digest of their content. */
const DIRECTORIES = [join("client", "_astro"), join("console", "client", "_astro")]
/** Names of the files that a build made itself, without those that it kept. */
const OWN = ".own-assets.json"

type Names = Readonly<Record<string, ReadonlyArray<string>>>

/**
 * Copies the assets that the present build made, before the next build empties the directory. A copy that an interrupted
 * build left behind is kept, because the directory is not whole then.
 */
export function setAssetsAside(dist: string, aside: string): void {
  if (existsSync(aside)) return
  const partial = `${aside}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  const own = readNames(join(dist, OWN)) ?? assetsIn(dist)
  for (const [directory, names] of Object.entries(own)) {
    for (const name of names)
      if (existsSync(join(dist, directory, name))) cpSync(join(dist, directory, name), join(partial, directory, name))
  }
  renameSync(partial, aside)
}

/**
 * Adds the assets of the build before to the present one, so that pages which are open find the scripts that they load
 * later. Those of earlier builds are gone: the version check has replaced their pages.
 */
export function keepAssets(dist: string, aside: string): void {
  writeFileSync(join(dist, OWN), JSON.stringify(assetsIn(dist)))
  for (const [directory, names] of Object.entries(assetsIn(aside))) {
    for (const name of names)
      if (!existsSync(join(dist, directory, name))) cpSync(join(aside, directory, name), join(dist, directory, name))
  }
  rmSync(aside, { recursive: true, force: true })
}

const assetsIn = (root: string): Names =>
  Object.fromEntries(
    DIRECTORIES.filter((directory) => existsSync(join(root, directory))).map((directory) => [
      directory,
      readdirSync(join(root, directory), { withFileTypes: true }).flatMap((file) => (file.isFile() ? file.name : [])),
    ]),
  )

const readNames = (file: string): Names | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Names
  } catch {
    return undefined
  }
}
