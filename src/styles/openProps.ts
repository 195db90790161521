import type { ViteUserConfig } from "astro"
import openProps from "open-props"

type Postcss = Exclude<NonNullable<NonNullable<ViteUserConfig["css"]>["postcss"]>, string>
type PostcssPlugin = NonNullable<Postcss["plugins"]>[number]

const scales: Readonly<Record<string, string | number>> = openProps

/**
 * Gives a stylesheet those Open Props it names and does not define itself, and no others: all of them together would
 * weigh more than everything we write.
 */
export const openPropsInUse = (): PostcssPlugin => ({
  postcssPlugin: "quire:open-props",
  OnceExit(root, { Declaration, Rule }) {
    const own = new Set<string>()
    const wanted = new Set<string>()
    root.walkDecls(({ prop, value }) => {
      if (prop.startsWith("--")) own.add(prop)
      for (const name of namesIn(value)) wanted.add(name)
    })
    // Without a source Vite cannot tell which file a declaration came from, and says so.
    const source = root.source === undefined ? {} : { source: root.source }
    const used = Object.assign(new Rule({ selector: ":where(html)" }), source)
    for (const name of wanted) {
      const value = scales[name]
      if (own.has(name) || value === undefined) continue
      for (const inner of namesIn(String(value))) wanted.add(inner)
      used.append(Object.assign(new Declaration({ prop: name, value: String(value) }), source))
    }
    if (used.nodes.length > 0) root.prepend(used)
  },
})

const namesIn = (value: string): Array<string> =>
  Array.from(value.matchAll(/var\((--[\w-]+)/g), (match) => match[1] ?? "")
