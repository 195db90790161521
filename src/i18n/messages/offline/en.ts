export const offline = {
  "offline.title": "Kept for reading offline",
  "offline.lead":
    "The newest items of what you follow, kept in this browser. Without a network you read them here; pictures, sounds and everything else come back with the network.",
  "offline.empty": "Follow feeds, and their newest items are kept here for reading without a network.",
  "offline.settings": "Settings",
  "offline.settings.title": "Reading offline",
  "offline.settings.text":
    "The last 200 items of what you follow, and pages you visited, are kept in this browser so that you can read them without a network. Nobody else sees them.",
  "offline.settings.keep": "Keep items for reading offline",
  "offline.settings.amount": "Kept in this browser: {amount}",
  "offline.settings.clear": "Clear what is kept",
  "offline.settings.show": "Show what is kept",
  "offline.settings.language": "Language",
  "offline.settings.theme": "Appearance",
  "offline.settings.none": "This browser cannot keep pages, or scripts are off.",
} as const
