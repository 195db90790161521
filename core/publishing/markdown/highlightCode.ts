import highlighter from "highlight.js/lib/core"
import bash from "highlight.js/lib/languages/bash"
import c from "highlight.js/lib/languages/c"
import cpp from "highlight.js/lib/languages/cpp"
import csharp from "highlight.js/lib/languages/csharp"
import css from "highlight.js/lib/languages/css"
import diff from "highlight.js/lib/languages/diff"
import go from "highlight.js/lib/languages/go"
import java from "highlight.js/lib/languages/java"
import javascript from "highlight.js/lib/languages/javascript"
import json from "highlight.js/lib/languages/json"
import php from "highlight.js/lib/languages/php"
import python from "highlight.js/lib/languages/python"
import ruby from "highlight.js/lib/languages/ruby"
import rust from "highlight.js/lib/languages/rust"
import sql from "highlight.js/lib/languages/sql"
import typescript from "highlight.js/lib/languages/typescript"
import xml from "highlight.js/lib/languages/xml"
import yaml from "highlight.js/lib/languages/yaml"

const LANGUAGES = {
  ...{ bash, c, cpp, csharp, css, diff, go, java, javascript, json },
  ...{ php, python, ruby, rust, sql, typescript, xml, yaml },
}
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)

/** Longer blocks, and more code in one post, stay plain: the grammars are regular expressions by many authors. */
export const HIGHLIGHTED_BLOCK_LENGTH_MAX = 20_000
export const HIGHLIGHTED_LENGTH_MAX = 200_000

/**
 * Colours code as HTML with classes `hljs-*`, so that no script is needed. Null if the language is unknown or the code is
 * too long. The language must be named: guessing runs every grammar.
 * @param language as written after the fence, for example `ts`
 */
export const highlightCode = (code: string, language: string): string | null => {
  if (code.length > HIGHLIGHTED_BLOCK_LENGTH_MAX || highlighter.getLanguage(language) === undefined) return null
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}
