import type { ViteUserConfig } from "astro"
import type { Plugin } from "vite"

type Output = NonNullable<NonNullable<NonNullable<ViteUserConfig["build"]>["rolldownOptions"]>["output"]>
type Splitting = Exclude<Exclude<Output, ReadonlyArray<unknown>>["codeSplitting"], boolean | undefined>
type NameOf = Exclude<NonNullable<Splitting["groups"]>[number]["name"], string>

/** A stylesheet, also one of an Astro component. */
const STYLE = /\.css(?:$|\?)/
const PAGE = /\/src\/pages\/.*\.astro$/
/** Pages that most visits begin with. */
const READING_PAGE =
  /\/src\/pages\/(?:index|searchcontents|newsfeeds\/(?:index|newsdetail|search)|channel\/[^/]+|detail\/[^/]+|c\/.*)\.astro$/

/**
 * Bundles the stylesheets of everything that reading pages are made of into one file, which a browser keeps from page
 * to page. Otherwise a first view waits for twenty small ones. A page adds at most a stylesheet of its own.
 */
const readingStyles: NameOf = (id, context) => {
  const seen = new Set<string>()
  const isOfReadingPage = (module: string): boolean => {
    if (seen.has(module)) return false
    seen.add(module)
    if (PAGE.test(module)) return READING_PAGE.test(module)
    const { importers = [], dynamicImporters = [] } = context.getModuleInfo(module) ?? {}
    return [...importers, ...dynamicImporters].some(isOfReadingPage)
  }
  const isOfOnePage = context.getModuleInfo(id)?.importers.every((importer) => PAGE.test(importer)) ?? true
  return !isOfOnePage && isOfReadingPage(id) ? "reading" : null
}

/** How the server's modules, and with them the stylesheets, are bundled. */
export const styleBundles: Splitting = { groups: [{ name: readingStyles, test: STYLE }] }

const START = "start"

/**
 * How scripts are bundled: what every page starts with is one file, with everything that it imports, and with the name that the
 * next script of each page shares with others.
 */
export const scriptBundles: Splitting = {
  groups: [{ name: START, test: /\/src\/(?:features\/shell\/index|lib\/unsent)\.ts$/ }],
}

/**
 * Puts that file in the place of the script that pages name, which would only import it: a page on a slow network would
 * wait for one after the other. The name stays true, because its hash covers the name of what was imported.
 */
export const oneStartFile = (): Plugin => ({
  name: "quire:one-start-file",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle: {
    // After the preload lists are written, which name files as well.
    order: "post",
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk")
      const start = chunks.find(({ name }) => name === START)
      const named = chunks.find(
        ({ isEntry, imports, code }) =>
          isEntry && start !== undefined && imports.length === 1 && imports[0] === start.fileName && IMPORT.test(code),
      )
      if (start === undefined || named === undefined) this.error("There is no script that only imports the start file.")
      const [from, to] = [start.fileName, named.fileName].map((file) => file.slice(file.lastIndexOf("/") + 1))
      named.code = start.code
      for (const chunk of chunks) chunk.code = chunk.code.replaceAll(from ?? "", to ?? "")
      delete bundle[start.fileName]
    },
  },
})
/** A module that does nothing but import another. */
const IMPORT = /^import\s*"[^"]+";?\s*$/
