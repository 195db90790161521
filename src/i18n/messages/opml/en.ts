export const opml = {
  "opml.title": "Take your follows along",
  "opml.text": "OPML is the list format that every feed reader understands.",
  "opml.export": "Export as OPML",
  "opml.import": "Import",
  "opml.file": "OPML file",
  "opml.progress": "{done} of {total}",
  "opml.reading": "Reading the list …",
  "opml.imported": { one: "{count} feed is followed now.", other: "{count} feeds are followed now." },
  "opml.failed": { one: "{count} feed could not be read:", other: "{count} feeds could not be read:" },
  "opml.left": {
    one: "{count} feed was left out: an unregistered user can follow up to 10.",
    other: "{count} feeds were left out: an unregistered user can follow up to 10.",
  },
  "opml.unreadable": "This file is no OPML list.",
  "opml.tooLarge": "This file is too large for a list of feeds.",
  "opml.done": "The list was imported.",
} as const
