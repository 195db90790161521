/** A declared language as a BCP 47 tag: `en_US` is `en-US`, `EN` is `en`. Null where it is none. */
export const normaliseLanguageTag = (declared: string | null): string | null => {
  const [primary = "", ...rest] = (declared ?? "").trim().replaceAll("_", "-").split("-")
  const tag = [primary.toLowerCase(), ...rest].join("-")
  return TAG.test(tag) ? tag : null
}

const TAG = /^(?:[a-z]{2,3}|x|i)(?:-[A-Za-z\d]{1,8}){0,6}$/

/**
 * The primary language of a normalised tag, as the library uses it: replaces old names, three-letter codes with
 * two-letter equivalents, country codes used as languages, and both written forms of Norwegian. Null if the tag names
 * no language.
 */
export const languageSubtag = (tag: string | null): string | null => {
  if (tag === null) return null
  const [primary = "", ...rest] = tag.split("-")
  if (NONE.has(primary)) return null
  return [FILED_AS[primary] ?? primary, ...rest].join("-")
}

const NONE = new Set(["x", "i", "und", "mul", "zxx", "mis", "xx", "qaa", "art"])

const FILED_AS: Readonly<Record<string, string>> = {
  nb: "no",
  nn: "no",
  iw: "he",
  in: "id",
  ji: "yi",
  mo: "ro",
  sh: "sr",
  jp: "ja",
  cn: "zh",
  cmn: "zh",
  dk: "da",
  cz: "cs",
  gr: "el",
  si: "sl",
  eng: "en",
  deu: "de",
  ger: "de",
  fra: "fr",
  fre: "fr",
  ita: "it",
  spa: "es",
  por: "pt",
  zho: "zh",
  chi: "zh",
  jpn: "ja",
  rus: "ru",
  nld: "nl",
  dut: "nl",
  dan: "da",
  swe: "sv",
  nor: "no",
  nob: "no",
  nno: "no",
  cat: "ca",
  ces: "cs",
  cze: "cs",
  pol: "pl",
  hun: "hu",
  ron: "ro",
  rum: "ro",
  bul: "bg",
  slk: "sk",
  slo: "sk",
  hrv: "hr",
  srp: "sr",
  slv: "sl",
  mkd: "mk",
  mac: "mk",
  ell: "el",
  gre: "el",
  tur: "tr",
}
