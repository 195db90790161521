import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAllDocuments, parseDocument } from "yaml"
import { root } from "../../run/root.ts"

/** The published files. */
export const FOLDER = join(root, "scripts", "packaging")

export const readPackaging = (name: string): string => readFileSync(join(FOLDER, name), "utf8")

/** Reads one YAML document; throws on wrong syntax, repeated keys and unknown anchors. */
export const readYaml = (text: string): unknown => {
  const document = parseDocument(text, { merge: true, prettyErrors: true })
  const [error] = [...document.errors, ...document.warnings]
  if (error !== undefined) throw error
  return document.toJS()
}

export const readYamls = (text: string): ReadonlyArray<unknown> =>
  parseAllDocuments(text, { merge: true, prettyErrors: true }).map((document) => {
    const [error] = [...document.errors, ...document.warnings]
    if (error !== undefined) throw error
    return document.toJS()
  })

/** How long open requests have after the drain, as in src/process/lifecycle.ts, in seconds. */
export const FINISH_SECONDS = 20
