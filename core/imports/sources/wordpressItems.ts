import { Parser } from "htmlparser2"
import { type Archive, UnfitArchive } from "../archive/Archive.ts"
import { LIBRARY_BYTES_MAX, POST_SOURCE_BYTES_MAX } from "../limits.ts"

/** An item of an export of WordPress (WXR): its elements by name, its terms and its custom fields. */
export type WordpressItem = {
  readonly fields: ReadonlyMap<string, string>
  readonly terms: ReadonlyArray<{ readonly domain: string; readonly name: string }>
  readonly meta: ReadonlyMap<string, string>
}

/** What the export says of the site. */
export type WordpressSite = { readonly url: string | null; readonly language: string | null }

const FIELDS = new Set([
  ...["title", "link", "guid", "content:encoded", "excerpt:encoded", "wp:post_id", "wp:post_date_gmt", "wp:post_date"],
  ...["wp:post_name", "wp:status", "wp:post_type", "wp:post_password", "wp:attachment_url"],
])
/** Custom fields and terms of one item: plug-ins store thousands. */
const META_MAX = 2_000
const TERMS_MAX = 500
/** Items between two reads of the file. */
type Collected = { items: Array<WordpressItem>; site: { url: string | null; language: string | null } }

/** Reads the items of an export as they come, so that an export of 128 MB is never in memory as a whole. */
export async function* readItems(
  archive: Archive,
  path: string,
): AsyncGenerator<{ readonly item: WordpressItem; readonly site: WordpressSite }> {
  const file = archive.files.find((each) => each.path === path)
  if (file === undefined || file.bytes > LIBRARY_BYTES_MAX) throw new UnfitArchive("long")
  const collected: Collected = { items: [], site: { url: null, language: null } }
  const parser = makeParser(collected)
  const decoder = new TextDecoder("utf-8")
  for await (const piece of await archive.open(path)) {
    parser.write(decoder.decode(piece, { stream: true }))
    for (const item of collected.items.splice(0)) yield { item, site: collected.site }
  }
  parser.write(decoder.decode())
  parser.end()
  for (const item of collected.items.splice(0)) yield { item, site: collected.site }
}

const makeParser = (collected: Collected): Parser => {
  let item: {
    fields: Map<string, string>
    terms: Array<{ domain: string; name: string }>
    meta: Map<string, string>
  } | null = null
  let [text, length, domain, key] = ["", 0, "", ""]
  return new Parser(
    {
      onopentag: (name, attributes) => {
        text = ""
        if (name === "item") {
          item = { fields: new Map(), terms: [], meta: new Map() }
          length = 0
        }
        if (name === "category") domain = attributes["domain"] ?? ""
      },
      ontext: (piece) => {
        length += piece.length
        // The text of a longer item is cut, which its length shows.
        if (length <= POST_SOURCE_BYTES_MAX + 100_000) text += piece
      },
      onclosetag: (name) => {
        const value = text
        text = ""
        if (item === null) {
          if (name === "wp:base_site_url" || (name === "link" && collected.site.url === null))
            collected.site.url = value.trim()
          if (name === "language") collected.site.language = value.trim()
          return
        }
        if (FIELDS.has(name)) item.fields.set(name, value)
        else if (name === "category" && item.terms.length < TERMS_MAX) item.terms.push({ domain, name: value.trim() })
        else if (name === "wp:meta_key") key = value.trim()
        else if (name === "wp:meta_value" && item.meta.size < META_MAX) item.meta.set(key, value)
        else if (name === "item") {
          collected.items.push(item)
          item = null
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
}
