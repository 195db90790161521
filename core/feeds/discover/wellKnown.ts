/** At most so many addresses are guessed. */
export const GUESSES_MAX = 9

/** Where feeds commonly lie: below the page's own folder first, where it is not the root, then below the root. */
export const wellKnownFeeds = (pageUrl: string): ReadonlyArray<string> => {
  const url = new URL(pageUrl)
  // A last part without a dot is a folder whose slash was left out, more often than a file.
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
