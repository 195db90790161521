import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { extname, join } from "node:path"
import { builtRelease } from "../../run/build.ts"
import { root } from "../../run/root.ts"

const COPIED = ["core", "dist", "migrations", "package.json", "projections", "scripts", "src", "tsconfig.json"]
const UNUSED = /\.(?:test\.tsx?|br|gz)$/
const TEXTS = new Set([".css", ".js", ".json", ".mjs"])
/** The build of the copy: twelve digits, as of any other. */
const BUILD = "feedfacecafe"
/** In its source and in the bundles, which have other quotes and no spaces. */
const PROJECTION = /(name: ?["`]rates["`],\s*version: ?)(\d+)/g
const PROJECTION_FILE = join("projections", "rates", "rates.projection.ts")

/**
 * Makes the next release out of the built one, in a directory of its own: another build, other names of all scripts and
 * styles, one more expand migration, and one read model that must be rebuilt.
 * @returns the directory, below the checkout, where its packages are found
 */
export function makeRelease(): string {
  const directory = join(root, ".quire", `release-${process.pid}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const name of COPIED)
    cpSync(join(root, name), join(directory, name), { recursive: true, filter: (source) => !UNUSED.test(source) })
  const names = renameAssets(join(directory, "dist", "client", "_astro"))
  const pattern = new RegExp([...names.keys()].map((name) => name.replaceAll(/[.-]/g, "\\$&")).join("|"), "g")
  const { build } = builtRelease()
  for (const file of globSync("dist/**/*", { cwd: directory }).map((path) => join(directory, path))) {
    if (!TEXTS.has(extname(file)) || statSync(file).isDirectory()) continue
    const text = readFileSync(file, "utf8")
    const changed = text
      .replaceAll(build, BUILD)
      .replaceAll(pattern, (name) => names.get(name) ?? name)
      .replaceAll(PROJECTION, (_, before: string, version: string) => `${before}${Number(version) + 1}`)
    if (changed !== text) writeFileSync(file, changed)
  }
  const projection = join(directory, PROJECTION_FILE)
  const source = readFileSync(projection, "utf8")
  writeFileSync(
    projection,
    source.replaceAll(PROJECTION, (_, before: string, version: string) => `${before}${Number(version) + 1}`),
  )
  writeFileSync(join(directory, "dist", ".sources"), readStamp().replace(build, BUILD))
  writeFileSync(
    join(directory, "migrations", "9001_rolling.sql"),
    "-- expand\ncreate table cluster.rolling (id integer);\n",
  )
  return directory
}

const readStamp = (): string => readFileSync(join(root, "dist", ".sources"), "utf8")

/** Gives every asset another name. Returns the new names by the old ones. */
const renameAssets = (directory: string): ReadonlyMap<string, string> => {
  const names = readdirSync(directory).map((name) => [name, name.replace(/\.(\w+)$/, "-next.$1")] as const)
  for (const [from, to] of names) renameSync(join(directory, from), join(directory, to))
  return new Map(names)
}
