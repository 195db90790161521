/** One fact about a document: where it stands, and its value as a normal form that readers of any kind can meet. */
export type FeedFactTable = ReadonlyMap<string, string>

/** Collects facts; what is absent or blank is no fact. */
export const collect = () => {
  const facts = new Map<string, string>()
  const add = (path: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value !== "") facts.set(path, value)
  }
  return {
    facts: facts as FeedFactTable,
    words: (path: string, value: string | null | undefined): void => add(path, words(value)),
    /** The words of a text, and the addresses in it. */
    markup: (path: string, value: string | null | undefined): void =>
      add(path, value == null ? null : [words(value), ...addressesIn(value)].join("\n")),
    address: (path: string, value: string | null | undefined): void =>
      add(path, value == null ? null : normaliseAddress(value)),
    moment: (path: string, value: string | number | Date | null | undefined): void => {
      const ms = value == null ? Number.NaN : new Date(value).getTime()
      add(path, Number.isNaN(ms) ? null : new Date(ms).toISOString())
    },
    plain: (path: string, value: string | number | null | undefined): void =>
      add(path, value == null ? null : String(value).trim()),
    list: (path: string, values: ReadonlyArray<string | null | undefined> | null | undefined): void =>
      add(
        path,
        (values ?? [])
          .map(words)
          .filter((value) => value !== "")
          .toSorted()
          .join(" | "),
      ),
    version: (path: string, value: string | null | undefined): void =>
      add(path, value == null || value === "" ? null : String(Number(value))),
  }
}

/** Of the expected facts, how many were met. */
export const score = (
  expected: FeedFactTable,
  actual: FeedFactTable,
): { met: number; all: number; misses: ReadonlyArray<string> } => {
  const misses: Array<string> = []
  for (const [path, value] of expected) {
    if (actual.get(path) !== value) misses.push(`${path}: expected ${show(value)}, read ${show(actual.get(path))}`)
  }
  return { met: expected.size - misses.length, all: expected.size, misses }
}

const show = (value: string | undefined): string =>
  value === undefined ? "nothing" : JSON.stringify(value.slice(0, 120))

/** Words alone, whatever markup or encoding they came in: written apart from the parser, so that it judges it. */
const words = (value: string | null | undefined): string => {
  let text = value ?? ""
  for (let round = 0; round < 3; round += 1) {
    const next = text
      .replace(/<\/?[a-z][^<>]*>/gi, " ")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&(?:#39|apos);/g, "'")
      .replace(/&amp;/g, "&")
    if (next === text) break
    text = next
  }
  return text.replace(/[\s\u00a0]+/g, " ").trim()
}

const addressesIn = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/\s(?:href|src)=["']([^"']+)["']/g)].map(([, address = ""]) => normaliseAddress(address))

const normaliseAddress = (value: string): string =>
  value
    .trim()
    .replaceAll("&amp;", "&")
    .replace(/^(https?:\/\/[^/?#]+)\/?$/i, "$1/")
