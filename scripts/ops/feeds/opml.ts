import { readFile, writeFile } from "node:fs/promises"
import { Option } from "effect"
import { Argument, Command } from "effect/cli"
import { Effect, Result } from "effect"
import { Feeds, parseOpml, writeOpml } from "#core/feeds"
import { translator } from "../../../src/i18n/index.ts"
import { carriedOut } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { outputOf } from "../lib/output.ts"
import { planned } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import { withSession } from "../lib/session.ts"

/** Feeds that are added side by side. */
const AT_ONCE = 8

/** Adds every feed of an OPML file. Feeds that are there already stay as they are, so an import may be repeated. */
export const importFeeds = Command.make("import", { file: Argument.String("file"), yes, json }, (flags) =>
  carriedOut(() =>
    withSession(async (session) => {
      const output = outputOf(flags.json)
      const text = await readFile(flags.file, "utf8").catch(() => {
        throw new Refused(`${flags.file} cannot be read.`)
      })
      const parsed = parseOpml(text)
      if (Result.isFailure(parsed)) throw new Refused(`${flags.file} is no OPML file with feeds.`)
      const addresses = [...new Set(parsed.success.groups.flatMap(({ feeds }) => feeds.map(({ xmlUrl }) => xmlUrl)))]
      if (parsed.success.truncated) output.say("The list is longer than one import takes: its end is left out.")
      await planned({ yes: flags.yes, output, steps: [`add the ${addresses.length} feeds of ${flags.file}`] }, async () => {
        const progress = new Progress("feeds")
        const failed: Array<{ readonly url: string; readonly reason: string }> = []
        let done = 0
        await session.run(
          Effect.flatMap(Feeds, (feeds) =>
            Effect.forEach(
              addresses,
              (url) =>
                feeds.add(url).pipe(
                  Effect.catch((refusal) => {
                    failed.push({ url, reason: translator("en")(refusal.messageKey as "discover.noFeedFound") })
                    return Effect.void
                  }),
                  Effect.tap(() => Effect.sync(() => progress.show(++done, addresses.length, done))),
                ),
              { concurrency: AT_ONCE, discard: true },
            ),
          ),
        )
        progress.end()
        output.say(`${addresses.length - failed.length} feeds are in the library, ${failed.length} could not be added`)
        for (const { url, reason } of failed) output.say(`  ${url}: ${reason}`)
        if (failed.length > 0) process.exitCode = EXIT.failed
        return { feeds: addresses.length, failed }
      })
    }),
  ),
).pipe(Command.withDescription("Add every feed of an OPML file (safe to repeat)"))

/** Writes the library's feeds as OPML, grouped by source. */
export const exportFeeds = Command.make("export", { file: Argument.optional(Argument.String("file")), json }, (flags) =>
  carriedOut(() =>
    withSession(async ({ sql }) => {
      const rows = await sql<Array<{ title: string; url: string; link: string | null; source: string }>>`
        select title, url, link, source from read.feed order by source, title`
      const sources = [...new Set(rows.map(({ source }) => source))]
      const text = writeOpml(
        {
          title: "Quire",
          groups: sources.map((source) => ({
            path: [source],
            feeds: rows.filter((row) => row.source === source).map(({ title, url, link }) => ({ title, xmlUrl: url, htmlUrl: link })),
          })),
        },
        Date.now(),
      )
      const file = Option.getOrNull(flags.file)
      const output = outputOf(flags.json)
      if (file === null && !flags.json) {
        process.stdout.write(text)
        return
      }
      if (file !== null) await writeFile(file, text)
      output.say(`${rows.length} feeds${file === null ? "" : ` written to ${file}`}`)
      output.document({ feeds: rows.length, file, ...(file === null ? { opml: text } : {}) })
    }),
  ),
).pipe(Command.withDescription("Write the library's feeds as OPML to a file or to standard output"))
