import type { DemoFeed } from "./DemoFeed.ts"

/** Where everything of one site is found. */
export type Addresses = {
  readonly home: string
  readonly document: string
  readonly icon: string
  readonly cover: string
  readonly page: (key: string) => string
  /** The picture that heads an item, or its n-th figure. */
  readonly picture: (key: string, figure?: number) => string
  readonly audio: (key: string) => string
  readonly film: (key: string) => string
  readonly transcript: (key: string) => string
  readonly chapters: (key: string) => string
}

/** `origin` has no slash at its end. */
export const addressesOf = (feed: DemoFeed, origin: string): Addresses => {
  const home = `${origin}/${feed.slug}/`
  return {
    home,
    document: `${home}${documentName(feed)}`,
    icon: `${home}icon.png`,
    cover: `${home}cover.jpg`,
    page: (key) => `${home}items/${key}`,
    picture: (key, figure) =>
      `${home}pictures/${key}${figure === undefined ? "" : `-${figure}`}.${pictureExtension(feed)}`,
    audio: (key) => `${home}audio/${key}.wav`,
    film: (key) => `${home}films/${key}.webm`,
    transcript: (key) => `${home}transcripts/${key}.vtt`,
    chapters: (key) => `${home}chapters/${key}.json`,
  }
}

/** The file name of a site's document, by its format. */
export const documentName = (feed: DemoFeed): string =>
  ({ rss: "feed.xml", atom: "atom.xml", rdf: "index.rdf", json: "feed.json" })[feed.format]

export const documentType = (feed: DemoFeed): string =>
  ({
    rss: "application/rss+xml",
    atom: "application/atom+xml",
    rdf: "application/rdf+xml",
    json: "application/feed+json",
  })[feed.format]

export const pictureExtension = (feed: DemoFeed): string => (feed.look.fileType === "jpeg" ? "jpg" : feed.look.fileType)

export const pictureType = (feed: DemoFeed): string => `image/${feed.look.fileType}`
