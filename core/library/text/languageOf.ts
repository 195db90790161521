/**
 * The primary language of a BCP 47 tag in lower case, `und` if unknown. Both written forms of Norwegian become one, and
 * the country codes that the portal shows for Danish and Japanese (DK, JP) are accepted.
 */
export const languageOf = (tag: string | null | undefined): string => {
  const primary = /^[a-z]{2,3}(?![a-z])/.exec((tag ?? "").trim().toLowerCase())?.[0] ?? UNKNOWN_LANGUAGE
  return ALIASES[primary] ?? primary
}

export const UNKNOWN_LANGUAGE = "und"

const ALIASES: Readonly<Record<string, string>> = {
  nb: "no",
  nn: "no",
  dk: "da",
  jp: "ja",
  cn: "zh",
  iw: "he",
  in: "id",
}
