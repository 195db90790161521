/**
 * Other forms of a typed word that its stem does not cover: singular and plural where Snowball's rules differ (loyer
 * and loyers, azotea and azoteas, eleição and eleições, nattfärja and nattfärjan), and words typed without the letters
 * of the language (Haeuser, eleicao, tranvia).
 * @param word in lower case
 */
export const otherForms = (word: string, language: string): ReadonlyArray<string> => {
  const rules = RULES[language] ?? []
  const forms = new Set([word])
  // Letters are corrected first; the result may have a plural too.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const form of [...forms]) {
      for (const [ending, other] of rules) if (forms.size <= FORMS_MAX) forms.add(form.replace(ending, other))
    }
  }
  forms.delete(word)
  return [...forms]
}

const ROUNDS = 2
/** Further forms searched for one word. */
const FORMS_MAX = 6
/** Shorter words are too similar without their ending. */
const SHORTEST = "(?<=.{2})"

type Rule = readonly [ending: RegExp, other: string]
const rule = (ending: string, other: string): Rule => [new RegExp(`${SHORTEST}${ending}$`), other]

const RULES: Readonly<Record<string, ReadonlyArray<Rule>>> = {
  de: [
    [/ae(?!u)/g, "ä"],
    [/oe/g, "ö"],
    [/(?<![aeq])ue/g, "ü"],
    [/aeu/g, "äu"],
  ],
  es: [
    rule("cion", "ción"),
    rule("ia(s?)", "ía$1"),
    rule("([aeiouáéíóú])", "$1s"),
    rule("([^aeiouáéíóús])", "$1es"),
    rule("es", ""),
    rule("s", ""),
  ],
  fr: [rule("([^sxz])", "$1s"), rule("ers", "er")],
  it: [rule("a", "e"), rule("e", "a"), rule("e", "i"), rule("o", "i"), rule("i", "o"), rule("i", "e")],
  pt: [
    rule("c[aã]o", "ção"),
    rule("c[oõ]es", "ções"),
    [/ao$/, "ão"],
    rule("ão", "ões"),
    rule("ões", "ão"),
    rule("([^s])", "$1s"),
    rule("s", ""),
  ],
  sv: [
    rule("a", "an"),
    rule("an", "a"),
    [/([aeo]r)$/, "$1na"],
    rule("([aeo]r)na", "$1"),
    rule("([^aeiouyåäö])", "$1et"),
    rule("et", ""),
  ],
}
