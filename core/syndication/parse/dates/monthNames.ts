/**
 * Month names in the languages of feeds, from the platform's data. Compared without case, accents and dots. A word that
 * means different months in different languages (`lis`) counts only if the language is known.
 */
export const monthOf = (word: string, language: string | null): number | null => {
  const key = foldWord(word)
  if (key.length < 2) return null
  const english = ENGLISH.get(key)
  if (english !== undefined) return english
  const own = language === null ? undefined : namesIn(language.split("-")[0] ?? "").get(key)
  return own ?? everywhere().get(key) ?? EXTRA.get(key) ?? null
}

/** An English month, full or abbreviated. */
export const englishMonth = (word: string): number | null => ENGLISH.get(foldWord(word)) ?? null

/** Misspelt or oddly abbreviated English months, by their first three letters. */
export const monthLike = (word: string): number | null => ENGLISH.get(foldWord(word).slice(0, 3)) ?? null

/** Lower case, without accents and dots: `Févr.` is `fevr`. */
export const foldWord = (word: string): string =>
  word
    .normalize("NFD")
    .replace(/[\p{M}.'’]/gu, "")
    .toLowerCase()

const LANGUAGES =
  "en de fr es it pt nl pl ru uk be cs sk sl hr sr bg mk ro hu el tr sv da nb nn fi et lv lt is ga cy eu ca gl sq ka hy az kk uz he ar fa ur hi bn ta te ml kn gu mr th vi id ms tl sw af".split(
    " ",
  )

const ENGLISH = new Map(
  "january february march april may june july august september october november december"
    .split(" ")
    .flatMap((name, at) => {
      const short = name.slice(0, 3)
      return [
        [name, at + 1] as const,
        [short, at + 1] as const,
        ...(short === "sep" ? [["sept", at + 1] as const] : []),
      ]
    }),
)

/** Forms that publishers use but dictionaries lack. */
const EXTRA = new Map<string, number>([
  ["μαω", 5], ["ιον", 6], ["ιολ", 7], ["februari", 2], ["maujus", 5], ["marts", 3], ["mrz", 3], ["sett", 9], ["set", 9],
]) // biome-ignore format: one table

const cache = new Map<string, ReadonlyMap<string, number>>()

const namesIn = (language: string): ReadonlyMap<string, number> => {
  const known = cache.get(language)
  if (known !== undefined) return known
  const names = new Map<string, number>()
  // Unknown languages may come from a hostile feed, so only listed ones are looked up.
  if (!LANGUAGES.includes(language)) return names
  for (const month of ["long", "short"] as const) {
    for (const extra of [{}, { day: "numeric" }, { day: "numeric", year: "numeric" }] as const) {
      const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month, ...extra, timeZone: "UTC" })
      for (let at = 0; at < 12; at += 1) {
        const part = format.formatToParts(Date.UTC(2023, at, 15)).find(({ type }) => type === "month")?.value ?? ""
        const key = foldWord(part)
        if (key.length > 1 && !/\d/.test(key)) names.set(key, at + 1)
      }
    }
  }
  cache.set(language, names)
  return names
}

let all: ReadonlyMap<string, number> | null = null

const everywhere = (): ReadonlyMap<string, number> => {
  if (all !== null) return all
  const months = new Map<string, number>()
  const contested = new Set<string>()
  for (const language of LANGUAGES) {
    for (const [name, month] of namesIn(language)) {
      const other = months.get(name)
      if (other !== undefined && other !== month) contested.add(name)
      months.set(name, other ?? month)
    }
  }
  for (const name of contested) months.delete(name)
  all = months
  return months
}
