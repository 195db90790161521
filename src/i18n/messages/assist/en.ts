export const assist = {
  "assist.notConfigured.translate": "Translation is not set up here",
  "assist.notConfigured.write": "Writing by AI is not set up here",
  "assist.language": "This language is not offered",
  "assist.which": "Say what is to be translated: text or itemId",
  "assist.spent.person":
    "You have used up what one person may have translated and written on a day. Please come back tomorrow.",
  "assist.spent.everybody": "What may be translated and written on a day is used up. Please come back tomorrow.",
  "assist.failed": "This could not be done at the moment. Please try again later.",
  "assist.into": "Translate into",
  "assist.translate": "Translate",
  "assist.translation": "Original and translation",
  "assist.working": "Translating …",
  "assist.note": "Translated by a machine, which may be wrong.",
  "assist.cut": "The text is longer than what is translated at once: its end is missing.",
  "assist.close": "Show the original alone",
} as const
