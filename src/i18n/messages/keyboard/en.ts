export const keyboard = {
  "keyboard.title": "Keyboard shortcuts",
  "keyboard.next": "Next item",
  "keyboard.previous": "Previous item",
  "keyboard.open": "Open the item",
  "keyboard.original": "Open it where it was published, in a new tab",
  "keyboard.follow": "Follow or unfollow its feed (in a list: show the feed)",
  "keyboard.search": "Search",
  "keyboard.help": "Show this list",
  "keyboard.libraryNews": "News of the library",
  "keyboard.follows": "Feeds and groups that you follow",
  "keyboard.switch": "Use single keys as shortcuts",
  "keyboard.show": "Show all shortcuts",
} as const
