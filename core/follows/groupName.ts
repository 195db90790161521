/** A name as it is kept: one way of writing accents, no control characters, single blanks. */
export const cleanGroupName = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()

/** Two names that differ by letter case alone would be mixed up. */
export const isSameGroupName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
