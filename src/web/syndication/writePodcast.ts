import { createHash } from "node:crypto"
import { generateRssFeed } from "feedsmith"
import { type Channel, type Entry, validXml } from "./writeListDocument.ts"

/** A post with a file that is played. */
export type Episode = {
  readonly entry: Entry
  readonly enclosure: Entry["enclosures"][number]
  readonly durationMs: number | null
  readonly chaptersUrl: string | null
  readonly transcriptUrl: string | null
}

export type Podcast = Omit<Channel, "entries"> & {
  readonly author: string
  readonly imageUrl: string | null
  readonly episodes: ReadonlyArray<Episode>
}

/** Writes RSS 2.0 with the elements of podcast programs: iTunes and the podcast namespace. */
export const writePodcast = (podcast: Podcast): string =>
  validXml(
    generateRssFeed({
      title: podcast.title,
      link: podcast.homeUrl,
      description: podcast.description,
      language: podcast.language,
      lastBuildDate: new Date(podcast.updatedMs),
      atom: { links: [{ rel: "self", type: "application/rss+xml", href: podcast.selfUrl }] },
      itunes: {
        author: podcast.author,
        explicit: false,
        type: "episodic",
        ...(podcast.isPrivate === true ? { block: true } : {}),
        ...(podcast.imageUrl === null ? {} : { image: podcast.imageUrl }),
      },
      podcast: {
        guid: podcastGuid(podcast.selfUrl),
        medium: podcast.episodes.every(({ enclosure }) => enclosure.type.startsWith("video/")) ? "video" : "podcast",
      },
      items: podcast.episodes.map(({ entry, enclosure, durationMs, chaptersUrl, transcriptUrl }) => ({
        title: entry.title,
        link: entry.url,
        guid: { value: entry.id, isPermaLink: false },
        pubDate: new Date(entry.publishedMs),
        ...(entry.summary === null ? {} : { description: entry.summary }),
        ...(entry.html === undefined ? {} : { content: { encoded: entry.html } }),
        enclosures: [{ url: enclosure.url, type: enclosure.type, length: enclosure.lengthBytes ?? 0 }],
        itunes: {
          episodeType: "full",
          ...(durationMs === null ? {} : { duration: Math.round(durationMs / 1000) }),
          ...(entry.imageUrl === null ? {} : { image: entry.imageUrl }),
        },
        podcast: {
          ...(chaptersUrl === null ? {} : { chapters: { url: chaptersUrl, type: "application/json+chapters" } }),
          ...(transcriptUrl === null
            ? {}
            : {
                transcripts: [
                  {
                    url: transcriptUrl,
                    type: "text/plain",
                    ...(entry.language === null ? {} : { language: entry.language }),
                  },
                ],
              }),
        },
      })),
    }),
  )

/** Namespace of `podcast:guid` (podcastindex.org). */
const PODCAST_NAMESPACE = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex")

/** The identity of a podcast: a UUID of version 5 (RFC 9562, 5.5) of its address without scheme. */
const podcastGuid = (selfUrl: string): string => {
  const bytes = createHash("sha1")
    .update(PODCAST_NAMESPACE)
    .update(selfUrl.replace(/^https?:\/\//, ""))
    .digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-")
}
