import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue } from "#src/i18n/index.ts"
import { root } from "../run/root.ts"

const SOURCES = ["src/**/*.{ts,tsx,astro}", "core/**/*.ts", "projections/**/*.ts"]
const CATALOGUE = /^src\/i18n\/(en|de|zh-Hans|zh-Hant)\//

/** Finds unused messages. Other tests check that messages are complete and consistent in all languages. */
export async function messageProblems(): Promise<string | undefined> {
  const isUsed = usage()
  const unused = Object.keys(catalogue.en).filter((key) => !isUsed(key))
  return unused.length > 0 ? unused.map((key) => `${key} is used nowhere`).join("\n") : undefined
}

/** A key counts as used if it occurs whole in quotes, or if a template builds it: `area.${name}`. */
function usage(): (key: string) => boolean {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !CATALOGUE.test(file))
  const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n")
  const whole = new Set([...text.matchAll(/["'`]([a-zA-Z]+(?:\.[\w-]+)+)["'`]/g)].map(([, key]) => key))
  const prefixes = [...new Set([...text.matchAll(/`([a-zA-Z]+\.[\w.-]*)\$\{/g)].map(([, prefix]) => prefix ?? ""))]
  return (key) => whole.has(key) || prefixes.some((prefix) => key.startsWith(prefix))
}
