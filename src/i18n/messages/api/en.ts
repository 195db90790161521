export const api = {
  "api.badRequest": "Some fields are not as they should be",
  "api.tooLarge": "The content is longer than {bytes} bytes",
  "api.tooMany": "Too many requests. Please try again in {seconds} seconds.",
  "api.unknownCall": "There is no call {path}",
  "api.failure": "API request error: {path} ({correlationId})",
  "api.noItem": "This item is not in the library",
  "api.noFeed": "This feed is not in the library",
  "api.whichFeed": "Say which feed is meant: feedId, code or url",
} as const
