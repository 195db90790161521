/** How a feed fares, what ails it and what helps: the health of a feed, for its readers and for operators. */
export const health = {
  "health.success": "Last success",
  "health.never": "Not yet",
  "health.error": "Last error",
  "health.since": "since {when}",
  "health.todo": "What to do",
  "health.next": "Next look",
  "health.soon": "at once",
  "health.moved": "The publisher sends us on to {url}. We take that address over once it has done so for three days.",
  "health.daily": "Nobody here reads it at present, so it is looked at once a day.",
  "health.push": "The publisher tells us of news at once.",
  "health.status": "HTTP {status}",
  "health.do.forbidden":
    "Many publishers keep programs out with a wall against bots. Ask this one to let our reader in, or look for the feed at another address. We keep trying, politely.",
  "health.do.missing": "Look for the feed on the publisher’s site: it may have a new address to follow.",
  "health.do.gone":
    "Look on the publisher’s site for a successor, or stop following. We look once a day in case it returns.",
  "health.do.busy": "Nothing. We come back when the server asked us to.",
  "health.do.wait": "Nothing. Such troubles mostly pass, and we try again by ourselves, at least once a day.",
  "health.do.dns": "Search for the publisher: its site may have a new name. We keep trying.",
  "health.do.tls": "Only the publisher can renew its certificate; a line to them helps. We keep trying.",
  "health.do.tooLarge": "Ask the publisher to put fewer items into the feed.",
  "health.do.loop": "Open the address in a browser and follow the one that it ends at, if there is one.",
  "health.do.address": "Follow the feed under its public web address.",
  "health.do.notAFeed": "Look for the feed on the publisher’s site: there may be no feed at this address any more.",
  "health.do.costly": "Ask the publisher to repair the document. We keep trying.",
  "health.do.ours": "Nothing. Our operators see it, and we try again.",
} as const
