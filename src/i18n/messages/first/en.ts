export const first = {
  "first.title": "Kept in this browser",
  "first.text": "Followed data is stored locally. Please log in to synchronise it.",
  "first.more":
    "Until then it stays on this device, also when you close the window. You can take it along as an OPML file at any time.",
  "first.later": "Continue as a guest",
  "first.merge.title": "Add to your account",
  "first.merge.text": "Add the new newsfeeds to your account's list?",
  "first.merge.more":
    "This browser holds what was followed without an account. What you do not add is dropped when you log out.",
  "first.merge.yes": "Yes, add them",
  "first.merge.no": "No",
} as const
