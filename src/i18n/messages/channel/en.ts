export const channel = {
  "channel.tabs": "Channels",
  "channel.search": "Search this channel",
  "channel.search.for": "Found in this channel: {text}",
  "channel.all": "Everything of this channel",
  "channel.preview": "Preview",
  "channel.directory.search": "Search feeds and channels",
} as const
