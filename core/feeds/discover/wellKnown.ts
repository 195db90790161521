/** Addresses that are guessed at most. */
export const GUESSES_MAX = 9

/** Usual places of feeds: below the folder of the page, then below the root. */
export const wellKnownFeeds = (pageUrl: string): ReadonlyArray<string> => {
  const url = new URL(pageUrl)
  // A last segment without a dot is more often a folder without its slash than a file.
  const folder = url.pathname.replace(/\/[^/]*\.[^/]*$/, "/").replace(/([^/])$/, "$1/")
  const inFolder = folder === "/" ? [] : IN_FOLDER.map((name) => `${url.origin}${folder}${name}`)
  return [...inFolder, ...AT_ROOT.map((name) => `${url.origin}/${name}`)].slice(0, GUESSES_MAX)
}

const IN_FOLDER = ["feed/", "rss.xml", "feed.xml", "index.xml"]

const AT_ROOT = [
  "feed/",
  "rss.xml",
  "feed.xml",
  "atom.xml",
  "index.xml",
  "rss/",
  "feed.json",
  "feeds/posts/default",
  "index.rdf",
]
