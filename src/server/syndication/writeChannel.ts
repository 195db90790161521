import type { ListFormat } from "#src/lib/lists.ts"
import type { Channel } from "./Channel.ts"
import { writeAtom } from "./writeAtom.ts"
import { writeJsonFeed } from "./writeJsonFeed.ts"
import { writeRss } from "./writeRss.ts"

const WRITERS = { rss: writeRss, atom: writeAtom, json: writeJsonFeed }

/** A list as a document in a format. The same list is the same document, byte by byte. */
export const writeChannel = (channel: Channel, format: ListFormat): string => WRITERS[format](channel)
