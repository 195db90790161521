/**
 * Folds a word to the form that its spellings share: lower case, no diacritics, plain letters for ligatures. Letters
 * that are distinct in a language stay: Swedish för is not for, Spanish año not ano.
 * @param word normalised (NFKC)
 */
export const foldWord = (word: string, language: string): string => stripMarks(lowerCase(word, language), language)

/** Lower case by the rules of the language: Turkish has two letters i. A final sigma is a sigma. */
export const lowerCase = (word: string, language: string): string =>
  PLAIN.test(word)
    ? language === "tr"
      ? word.replaceAll("I", "ı").toLowerCase()
      : word.toLowerCase()
    : word.toLocaleLowerCase(language === "tr" ? "tr" : "en").replaceAll("ς", "σ")

/** Removes the diacritics of Latin, Greek, Cyrillic, Arabic and Hebrew letters; in other scripts they carry meaning. */
export const stripMarks = (word: string, language: string): string => {
  if (PLAIN.test(word)) return word
  const own = LETTERS[language]
  let folded = ""
  for (const letter of word) {
    if (own?.includes(letter) === true || letter === "й") folded += letter
    else folded += SPELT[letter] ?? letter.normalize("NFD").replace(MARKS, "").normalize("NFC")
  }
  return folded
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const PLAIN = /^[\x00-\x7f]*$/
/** Diacritics of Latin, Greek and Cyrillic letters, of Hebrew and of Arabic. */
const MARKS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g

/** Letters without a Unicode decomposition. */
const SPELT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ŋ: "n",
  ё: "е",
}

const LETTERS: Readonly<Record<string, string>> = {
  da: "åæø",
  es: "ñ",
  fi: "åäö",
  no: "åæø",
  sv: "åäö",
  tr: "ıçğşöü",
}
