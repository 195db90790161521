/** Characters of one text, and texts of one call. */
export const ASSIST_TEXT_LENGTH_MAX = 5_000
export const ASSIST_TEXTS_MAX = 200
/** Characters of all texts of one call. */
export const ASSIST_LENGTH_MAX = 40_000
/** Characters of an instruction. */
export const ASSIST_INSTRUCTION_LENGTH_MAX = 2_000
