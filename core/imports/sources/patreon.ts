import { type Archive, readText, UnfitArchive } from "../archive/Archive.ts"
import { webAddressOf } from "../convert/addresses.ts"
import { FileList } from "../convert/FileList.ts"
import { htmlToMarkdown } from "../convert/htmlToMarkdown.ts"
import { EMPTY_HEAD, type Found, type ReadOptions } from "../ForeignEntry.ts"
import { TEXT_BYTES_MAX } from "../limits.ts"
import { levelOf, slugIn, timeOf, titleOf } from "./headFields.ts"
import { type Row, readTable } from "./readTable.ts"

const TITLES = ["title", "post title"]
const TIMES = ["published at", "published date", "publish date", "date published", "date"]
const LINKS = ["url", "link", "post url", "post link"]
const AUDIENCES = ["access", "visibility", "audience", "who can view"]
const TEXTS = ["content", "body", "html", "text"]
const first = (row: Row, columns: ReadonlyArray<string>): string => columns.map(row).find((value) => value !== "") ?? ""

/** Names of columns that only lists of members have. */
const MEMBER = ["patron status", "pledge amount", "lifetime amount", "free member", "tier"]

/** Whether a table is one of Patreon: of members, or of posts. */
export const isPatreonTable = (columns: ReadonlyArray<string>): boolean =>
  (columns.includes("email") && MEMBER.some((name) => columns.includes(name))) ||
  (TITLES.some((name) => columns.includes(name)) && [...LINKS, ...TIMES].some((name) => columns.includes(name)))

/**
 * Reads tables of Patreon. Members (Audience, Relationship manager, CSV) are people who can be invited. Tables of posts
 * have titles, times and addresses; those without a column for the text are named and not taken.
 */
export async function* readPatreon(archive: Archive, options: ReadOptions): AsyncGenerator<Found> {
  const tables = archive.files.filter(({ path }) => /\.csv$/i.test(path))
  if (tables.length === 0) throw new UnfitArchive("unknown")
  for (const { path } of tables) {
    const { columns, rows } = readTable(await readText(archive, path, TEXT_BYTES_MAX))
    if (columns.includes("email")) yield* peopleOf(rows)
    else if (TITLES.some((name) => columns.includes(name))) yield* postsOf(rows, options)
  }
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

function* peopleOf(rows: ReadonlyArray<Row>): Generator<Found> {
  const known = new Set<string>()
  for (const row of rows) {
    const email = row("email").toLowerCase()
    if (!EMAIL.test(email) || known.has(email)) continue
    known.add(email)
    yield { person: { email, name: titleOf(row("name")) } }
  }
}

function* postsOf(rows: ReadonlyArray<Row>, options: ReadOptions): Generator<Found> {
  for (const row of rows) {
    const link = webAddressOf(first(row, LINKS), null)
    const [title, html] = [titleOf(first(row, TITLES)), first(row, TEXTS)]
    const publishedAt = timeOf(first(row, TIMES))
    const levelId = levelOf(first(row, AUDIENCES))
    const head = {
      ...EMPTY_HEAD,
      // `https://www.patreon.com/posts/tides-12345678`
      ...{ sourceId: /(\d{4,})\/?$/.exec(link ?? "")?.[1] ?? link ?? title, title, canonicalUrl: link },
      slug: slugIn(link).replace(/-\d{4,}$/, ""),
      ...{ publishedAt, isDraft: publishedAt === null, levelId },
      problem: html === "" ? ("noText" as const) : null,
    }
    const body = async () => {
      const files = new FileList(options)
      const { before } = htmlToMarkdown(html, { files, base: link })
      return {
        ...(levelId === 1 ? { preview: before, gated: "" } : { preview: "", gated: before }),
        files: files.files,
        cover: null,
      }
    }
    yield { entry: { head, body } }
  }
}
