export const assist = {
  "assist.notConfigured.translate": "Translation is not set up here",
  "assist.notConfigured.write": "Writing by AI is not set up here",
  "assist.language": "This language is not offered",
  "assist.which": "Say what is to be translated: text or itemId",
  "assist.spent.person":
    "You have used up what one person may have translated and written on a day. Please come back tomorrow.",
  "assist.spent.everybody": "What may be translated and written on a day is used up. Please come back tomorrow.",
  "assist.failed": "This could not be done at the moment. Please try again later.",
} as const
