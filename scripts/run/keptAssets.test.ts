import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { keepAssets, setAssetsAside } from "./keptAssets.ts"

let root: string
let dist: string
let aside: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quire-assets-"))
  dist = join(root, "dist")
  aside = join(root, "aside")
})
afterEach(() => rmSync(root, { recursive: true }))

/** What a builder does: it empties the directory and writes files. */
const write = (files: Readonly<Record<string, string>>) => {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(join(dist, "client", "_astro"), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dist, "client", "_astro", name), text)
}
const build = (files: Readonly<Record<string, string>>) => {
  setAssetsAside(dist, aside)
  write(files)
  keepAssets(dist, aside)
}
const names = () => readdirSync(join(dist, "client", "_astro")).sort()

describe("assets of the release before", () => {
  it("stay for one release", () => {
    build({ "page.1.js": "one", "same.js": "same" })
    expect(names()).toEqual(["page.1.js", "same.js"])
    build({ "page.2.js": "two", "same.js": "same" })
    expect(names()).toEqual(["page.1.js", "page.2.js", "same.js"])
    build({ "page.3.js": "three" })
    expect(names()).toEqual(["page.2.js", "page.3.js", "same.js"])
  })

  it("never replace a file of the present release", () => {
    build({ "page.js": "old" })
    build({ "page.js": "new" })
    expect(readFileSync(join(dist, "client", "_astro", "page.js"), "utf8")).toBe("new")
  })

  it("survive a build that failed", () => {
    build({ "page.1.js": "one" })
    setAssetsAside(dist, aside)
    write({ "half.js": "" })
    build({ "page.2.js": "two" })
    expect(names()).toEqual(["page.1.js", "page.2.js"])
  })
})
