export const search = {
  "search.tooShort": "must have at least three letters; one Chinese character is enough",
} as const
