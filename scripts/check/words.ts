import { globSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { root } from "../run/root.ts"

const FIXTURE = join(root, "scripts", "check", "fixtures", "words")

/** Archaic words and phrases that STYLE.md replaces with plain English. */
const BANNED =
  /\b(?:whoever|anew|besides|nought|in vain|for ever|thereof|of whom|there is nobody|whom|told|owed|asked for|good for nothing|said so|come to be)\b/gi

const SOURCES = "{core,e2e,load-tests,projections,scripts,src}/**/*.{ts,tsx,astro,mjs,js,css}"
const FILES = [SOURCES, "*.{mjs,ts,jsonc,md}", "docs/**/*.md", "migrations/*.sql", ".env.example", ".ci/*.{mjs,yml}"]
/**
 * Exempt: demo stories, feeds and pages that tests read, other languages, texts that the specification fixes, and old
 * migrations, which never change once they are applied.
 */
const SKIPPED =
  /^scripts\/(?:check\/(?:words\.ts|fixtures\/)|demo\/)|\/(?:corpora|data|fixtures|corpus)\/|^src\/i18n\/(?:de|zh)|^docs\/requirements\.md|^migrations\/00[0-4]/
/** Files with texts for people: every string counts. */
const ENGLISH = /^src\/i18n\/(?:en\/|welcome)|^core\/mail\/\w+\/en\.ts$/

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
const TEMPLATE = "`(?:[^`\\\\]|\\\\.)*`"
const TOKENS = new RegExp(String.raw`\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|\/\/[^\n]*|${TEMPLATE}|${STRING}`, "g")
/** The title of a test: after `it(`, `describe.each(...)(` and similar calls. */
const BEFORE_TITLE = /(?:\b(?:it|test|describe|bench)(?:\.\w+)*|[)\]`])\(\s*$/
const MARKED = "<- banned"

interface Prose {
  readonly text: string
  readonly at: number
}

/**
 * Banned words in comments, test titles, docs and English texts; and marked lines of the fixture that are not found.
 */
export const wordProblems = async (): Promise<string | undefined> => {
  const problems = [
    ...FILES.flatMap((pattern) => globSync(pattern, { cwd: root }))
      .filter((file) => !SKIPPED.test(file))
      .flatMap((file) => bannedIn(root, file).map(({ line, word }) => `${file}:${line} ${word}`)),
    ...fixtureProblems(),
  ]
  return problems.length > 0 ? problems.join("\n") : undefined
}

const fixtureProblems = (): ReadonlyArray<string> =>
  globSync("**/*.*", { cwd: FIXTURE }).flatMap((file) => {
    const found = new Set(bannedIn(FIXTURE, file).map(({ line }) => line))
    return readFileSync(join(FIXTURE, file), "utf8")
      .split("\n")
      .flatMap((text, index) => {
        const isMarked = text.includes(MARKED)
        if (isMarked === found.has(index + 1)) return []
        return [`Line ${index + 1} of the fixture ${file} is ${isMarked ? "not found" : "found without a reason"}.`]
      })
  })

const bannedIn = (base: string, file: string): ReadonlyArray<{ readonly line: number; readonly word: string }> => {
  const text = readFileSync(join(base, file), "utf8")
  return proseOf(file, text).flatMap((prose) =>
    [...prose.text.matchAll(BANNED)].map(({ 0: word, index }) => ({
      line: text.slice(0, prose.at + index).split("\n").length,
      word,
    })),
  )
}

/** The prose of a file: comments and test titles of code, the whole text of a document. */
const proseOf = (file: string, text: string): ReadonlyArray<Prose> => {
  if (!/^\.(?:ts|tsx|astro|mjs|js|jsonc|css)$/.test(extname(file)) || ENGLISH.test(file)) return [{ text, at: 0 }]
  const isTest = /\.(?:test|bench)\.tsx?$|conformance/.test(file)
  return [...text.matchAll(TOKENS)].flatMap(({ 0: token, index }): ReadonlyArray<Prose> => {
    if (/^(?:\/[/*]|<!--)/.test(token)) return [{ text: token, at: index }]
    if (isTest && BEFORE_TITLE.test(text.slice(Math.max(0, index - 40), index))) return [{ text: token, at: index }]
    // Comments of SQL in a template.
    return [...token.matchAll(/(?<=\n)\s*--[^\n]*/g)].map((comment) => ({
      text: comment[0],
      at: index + comment.index,
    }))
  })
}
