export const first = {
  "first.title": "Kept in this browser",
  "first.text": "Followed data is stored locally. Please log in to synchronise it.",
  "first.more":
    "Until then it stays on this device, also when you close the window. You can take it along as an OPML file at any time.",
  "first.later": "Continue as a guest",
} as const
