import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../run/root.ts"
import type { Markup } from "./markup.ts"

const CONFIG = `import node from "@astrojs/node"
import { defineConfig } from "astro/config"

export default defineConfig({
  output: "server",
  adapter: node({ mode: "middleware", experimentalDisableStreaming: true }),
  compressHTML: "jsx",
  session: false,
  devToolbar: { enabled: false },
})
`

const pageOf = (shapes: ReadonlyArray<string>): string => `---
import { after, before, days } from "../page.ts"
---
<Fragment set:html={before} />
{days.map((day) => (
  <Fragment>
    <Fragment set:html={day.open} />
    {day.items.map(({ shape, values: v }) => {
${shapes.map((shape, place) => `      if (shape === ${place}) return (${shape})`).join("\n")}
      return null
    })}
    <Fragment set:html="</section>" />
  </Fragment>
))}
<Fragment set:html={after} />
`

/** A page of the same blocks, for pages without a list of days. */
const blockPage = (name: string): string => `---
import { pages } from "../page.ts"
---
{pages.${name}.map((block) => <Fragment set:html={block} />)}
`
const BLOCK_END = /(?<=<\/(?:p|li|h1|h2|section|article|nav|form|dialog|template)>)/

/**
 * Writes and builds an Astro site that renders the same markup from values in memory, without database, languages or
 * clock: the newsfeed item by item, the other pages block by block. Inside the checkout, because it needs the same packages.
 * Returns its directory.
 *
 * @param others the markup of other pages, by the name of their path
 */
export async function buildBareSite(
  { shapes, ...parts }: Markup,
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const parent = join(root, ".quire", "bench")
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, "bare-"))
  mkdirSync(join(directory, "src", "pages"), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(directory, path), text)
  write("astro.config.mjs", CONFIG)
  write("package.json", '{ "name": "bare", "type": "module", "private": true }')
  const pages = Object.fromEntries(Object.entries(others).map(([name, html]) => [name, html.split(BLOCK_END)]))
  write(
    "src/page.ts",
    `export const { before, after, days, pages } = ${JSON.stringify({ ...parts, pages })} as const\n`,
  )
  write("src/pages/newsfeeds.astro", pageOf(shapes))
  for (const name of Object.keys(others)) write(`src/pages/${name}.astro`, blockPage(name))
  const astro = spawn(process.execPath, [join(root, "node_modules", "astro", "bin", "astro.mjs"), "build"], {
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"],
  })
  const [code] = await once(astro, "close")
  if (code !== 0) throw new Error(`the bare page was not built (${code})`)
  return directory
}
