import { writeFile } from "node:fs/promises"
import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { writeOpml } from "#core/syndication"
import { inSession } from "../lib/command.ts"
import { Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"

type Row = { readonly title: string; readonly url: string; readonly link: string | null; readonly source: string }

const file = Argument.optional(Argument.String("file").pipe(Argument.withDescription("Standard output by default")))

/** Writes the library's feeds as OPML, grouped by source. */
export const exportFeeds = Command.make("export", { file, json }, (flags) =>
  inSession(flags, async ({ sql }, output) => {
    const rows = await sql<Array<Row>>`select title, url, link, source from read.feed order by source, title, url`
    const text = asOpml(rows)
    const path = Option.getOrNull(flags.file)
    if (path === null) {
      if (!flags.json) terminal().stdout.write(text)
      output.document({ feeds: rows.length, file: null, opml: text })
      return
    }
    await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
      throw new Refused(`${path} cannot be written: ${error.code}.`)
    })
    output.say(`${rows.length} feeds written to ${path}`)
    output.document({ feeds: rows.length, file: path })
  }),
).pipe(Command.withDescription("Write the library's feeds as OPML to a file or to standard output"))

const asOpml = (rows: ReadonlyArray<Row>): string => {
  const bySource = Map.groupBy(rows, ({ source }) => source)
  const groups = Array.from(bySource, ([source, feeds]) => ({
    path: [source],
    feeds: feeds.map(({ title, url, link }) => ({ title, xmlUrl: url, htmlUrl: link })),
  }))
  return writeOpml({ title: "Quire", groups }, Date.now())
}
