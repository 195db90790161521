export const reader = {
  "reader.full.ask": "Read the whole article here",
  "reader.full.about": "The feed carries only the beginning. We ask {host} for the rest.",
  "reader.full.fetching": "Fetching the article from {host}…",
  "reader.full.from": "Whole article as published at {host}.",
  "reader.refused.robots":
    "{host} asks programs not to read this page (robots.txt), so we do not. You can read it there.",
  "reader.refused.reserved": "{host} does not want its pages shown elsewhere, so we do not. You can read it there.",
  "reader.refused.paywall": "At {host} this article is for paying readers. You can read it there.",
  "reader.refused.unavailable": "{host} does not answer at the moment. Try again in ten minutes, or read it there.",
  "reader.refused.unreadable": "We found no article in the page at {host}. You can read it there.",
  "reader.refused.busy": "Many articles are being fetched just now. Please try again in a minute.",
} as const
