/** What may stand in a field that takes only this (specification, section 5). */

/** Codes of mails and of the second step. */
export const DIGITS_ONLY = /^[0-9]+$/
/** Letters of any script with their accents, and single spaces between words: names as others vouch for them. */
export const LETTERS_AND_SPACES = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u
/** Codes of languages. */
export const ASCII_LETTERS_ONLY = /^[A-Za-z]+$/
