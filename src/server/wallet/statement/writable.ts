/** What the statement's font has signs for. */
const KNOWN = new RegExp(
  [
    "[\\u0020-\\u007e\\u00a1-\\u00ff\\u0391-\\u03a9\\u03b1-\\u03c9\\u0401\\u0410-\\u044f\\u0451]",
    "[\\u2013\\u2014\\u2018\\u2019\\u201c\\u201d\\u2026\\u20ac\\u3001-\\u3011\\uff01-\\uff5e]",
    "\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana}",
  ].join("|"),
  "u",
)
/** Latin letters that are not a letter with a mark. */
const PLAIN: Readonly<Record<string, string>> = { Ł: "L", ł: "l", Đ: "D", đ: "d", ı: "i", Œ: "OE", œ: "oe" }
/** Stands for what there is no sign for. */
const MISSING = "□"

/**
 * A text as the statement can show it: letters of other Latin alphabets without their marks, a box for what there is no
 * sign for (docs/decisions/0028-wallet-pages.md).
 */
export const writable = (text: string): string =>
  [
    ...text
      .normalize("NFC")
      .replaceAll(/\s/g, " ")
      .replaceAll(/\p{Cf}|\p{Cc}/gu, ""),
  ]
    .map((character) => {
      if (KNOWN.test(character)) return character
      const plain = PLAIN[character] ?? character.normalize("NFD").replaceAll(/\p{M}/gu, "")
      return KNOWN.test(plain) ? plain : MISSING
    })
    .join("")
