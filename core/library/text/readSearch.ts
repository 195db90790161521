import { languageOf, UNKNOWN_LANGUAGE } from "./languageOf.ts"
import { type Clause, parseQuery } from "./parseQuery.ts"
import { type Branch, type Label, labelOf, type Need, type Search } from "./Search.ts"
import { isEmptyWord, needsOf, phraseOf } from "./sequencesOf.ts"
import { tagKey } from "./tagKey.ts"
import { domainsOf } from "./termPositions.ts"
import { STEMMED_LANGUAGES } from "./termsOf.ts"
import { tokenise } from "./tokenise.ts"

/** Searches that are kept as they were read: pages of results are read one after the other. */
const READ_MAX = 300
const read = new Map<string, Search>()

/** Translates a search for the index, for all or the given languages. Depends on nothing else, so it is kept. */
export const readSearch = (typed: string, languages: ReadonlyArray<string> = []): Search => {
  const key = `${languages.join()} ${typed}`
  const known = read.get(key)
  if (known !== undefined) return known
  const search = translate(typed, languages)
  const oldest = read.keys().next()
  if (read.size >= READ_MAX && !oldest.done) read.delete(oldest.value)
  read.set(key, search)
  return search
}

const translate = (typed: string, languages: ReadonlyArray<string>): Search => {
  const clauses = parseQuery(typed)
  const terms = clauses
    .filter(({ kind, isExcluded }) => kind === "lang" && !isExcluded)
    .map(({ text }) => languageOf(text))
  const wanted = new Set([...languages, ...terms])
  return { branches: branchesOf(clauses, wanted), labels: labelsOf(clauses, languages) }
}

/** One branch per distinct set of terms, with the languages that share it. */
const branchesOf = (clauses: ReadonlyArray<Clause>, wanted: ReadonlySet<string>): ReadonlyArray<Branch> => {
  const branches = new Map<string, Branch>()
  const all = [UNKNOWN_LANGUAGE, ...STEMMED_LANGUAGES]
  const known =
    wanted.size === 0 ? all : [...new Set([...wanted].map((each) => (all.includes(each) ? each : UNKNOWN_LANGUAGE)))]
  for (const language of known) {
    const branch = branchOf(clauses, language)
    const key = JSON.stringify([branch.needs, branch.bans])
    const same = branches.get(key)
    branches.set(key, { ...branch, languages: [...(same?.languages ?? []), language] })
  }
  return [...branches.values()]
}

const branchOf = (clauses: ReadonlyArray<Clause>, language: string): Branch => {
  const needs: Array<Need> = []
  const empty: Array<Need> = []
  const bans: Array<Need> = []
  for (const { kind, text, isExcluded } of clauses) {
    if (kind !== "words" && kind !== "phrase") continue
    const found = kind === "phrase" ? [phraseOf(text, language)] : needsOf(text, language)
    const into = isExcluded ? bans : kind === "words" && isEmptyWord(text, language) ? empty : needs
    into.push(...found.filter((need) => need.length > 0))
  }
  return { languages: [language], needs: needs.length > 0 ? needs : empty, bans }
}

const labelsOf = (clauses: ReadonlyArray<Clause>, languages: ReadonlyArray<string>): ReadonlyArray<Label> => {
  const labels: Array<Label> = []
  const anyOf = { site: [] as Array<string>, lang: languages.map((language) => labelOf.language(languageOf(language))) }
  for (const { kind, text, isExcluded } of clauses) {
    if (kind === "words" || kind === "phrase") continue
    const label = labelAsked(kind, text)
    if (label === null) continue
    if (kind === "tag" || isExcluded) labels.push({ anyOf: [label], isExcluded })
    // Languages chosen in the form apply; typed ones narrow them further.
    else if (kind === "lang" && languages.length > 0) labels.push({ anyOf: [label], isExcluded: false })
    else anyOf[kind].push(label)
  }
  return [
    ...labels,
    ...Object.values(anyOf)
      .filter((each) => each.length > 0)
      .map((each) => ({ anyOf: each, isExcluded: false })),
  ]
}

const labelAsked = (kind: "site" | "lang" | "tag", text: string): string | null => {
  if (kind === "tag") return labelOf.tag(tagKey(text))
  if (kind === "lang") return labelOf.language(languageOf(text))
  const host = [...tokenise(text)].find((token) => token.kind === "host")
  return host === undefined ? null : labelOf.site(domainsOf(host.text)[0] ?? host.text)
}
