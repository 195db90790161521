import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Effect, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { NOTICE_TEXT_LENGTH_MAX, NOTICE_TITLE_LENGTH_MAX } from "#contract/notifications"
import { CurrentMeta, currentTimeIso } from "#core/kernel"
import { Notices, NoticeWords } from "#core/notifications"
import { listPersonIds } from "#projections/accounts"
import { localPath } from "../../../src/lib/localPath.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { Progress } from "../lib/progress.ts"
import type { Session } from "../lib/session.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"

/** The notice; `source` is a hash of its texts. */
type NoticeFile = {
  readonly source: string
  readonly content: { readonly words: NoticeWords; readonly link: string | null }
}

const File = Schema.Struct({ words: NoticeWords, link: Schema.optionalKey(Schema.String) })
const decode = Schema.decodeUnknownResult(File)

/** Reads a notice file. Refuses missing languages and texts that are too long. */
const readNoticeFile = (path: string): NoticeFile => {
  const text = readText(path)
  const { words, link } = Result.getOrThrowWith(
    Result.flatMap(parse(text), decode),
    (problem) => new Refused(`${path} is not a notice: ${problem}`, EXIT.usage),
  )
  for (const [locale, { title, text: body }] of Object.entries(words)) {
    if (title.trim() === "" || body.trim() === "") throw new Refused(`${path} has no text in ${locale}.`, EXIT.usage)
    if (title.length > NOTICE_TITLE_LENGTH_MAX || body.length > NOTICE_TEXT_LENGTH_MAX) {
      const most = `${NOTICE_TITLE_LENGTH_MAX} characters of title and ${NOTICE_TEXT_LENGTH_MAX} of text`
      throw new Refused(`${path} has more than ${most} in ${locale}.`, EXIT.usage)
    }
  }
  if (link !== undefined && localPath(link) === undefined)
    throw new Refused(`${link} is not a path of the site, such as /faq.`, EXIT.usage)
  const content = { words, link: link ?? null }
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex")
  return { source: `operator ${digest}`, content }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    throw new Refused(`${path} cannot be read.`)
  }
}

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail("it is not JSON")
  }
}

/** Accounts per batch, and codes per command. */
const BATCH = 500
const SIDE_BY_SIDE = 8
const CODES_MAX = 500

const file = Argument.String("file").pipe(
  Argument.withDescription(
    'JSON: { "words": { "en": { "title", "text" }, "de": ..., "zh-Hans": ..., "zh-Hant": ... }, "link": "/faq" }; the link may be left out',
  ),
)
const to = Flag.String("to").pipe(
  Flag.withDescription("User codes of the recipients, separated by commas"),
  Flag.withDefault(""),
)
const all = Flag.Boolean("all").pipe(Flag.withDescription("Everyone with an account"), Flag.withDefault(false))

/** Sends a notice in all languages. Each account gets the same text once, so an interrupted command can be repeated. */
export const send = Command.make("send", { file, to, all, yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const codes = flags.to
      .split(",")
      .map((code) => code.trim().toUpperCase())
      .filter((code) => code !== "")
    if ((codes.length === 0) === !flags.all) throw new Refused("Name people with --to or use --all.", EXIT.usage)
    if (codes.length > CODES_MAX) throw new Refused(`Name ${CODES_MAX} people at most.`, EXIT.usage)
    const { source, content } = readNoticeFile(flags.file)
    const userCodes = flags.all ? null : codes
    await waitUntilCaughtUp(session)
    const total = await countPeople(session, userCodes)
    if (userCodes !== null && total < new Set(codes).size)
      throw new Refused(`${new Set(codes).size - total} of these codes belong to no one.`, EXIT.usage)
    const steps = [`tell ${total} people: ${content.words.en.title}`]
    await runPlan({ yes: flags.yes, output, steps }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const notified = await session.run(
        tell(userCodes, source, content, total).pipe(Effect.provideService(CurrentMeta, meta)),
      )
      await waitUntilCaughtUp(session)
      output.say(`${notified} people were notified.`)
      return { notified }
    })
  }),
).pipe(Command.withDescription("Send people a notice, shown among their messages until they read it"))

const countPeople = async ({ sql }: Session, userCodes: ReadonlyArray<string> | null): Promise<number> => {
  const [row] = await sql<Array<{ people: number }>>`
    select count(*)::int as people from read.account
    where activated and (${userCodes === null} or user_code = any(${[...(userCodes ?? [])]}))`
  return row?.people ?? 0
}

const tell = Effect.fnUntraced(function* (
  userCodes: ReadonlyArray<string> | null,
  source: string,
  content: ReturnType<typeof readNoticeFile>["content"],
  total: number,
) {
  const notices = yield* Notices
  const givenAt = yield* currentTimeIso
  const progress = new Progress("notices", "people")
  let notified = 0
  for (let after = ""; ; ) {
    const people = yield* listPersonIds({ userCodes, after, limit: BATCH })
    const give = ({ personId }: { readonly personId: string }) =>
      notices.give(personId, source, { type: "System", content, givenAt })
    yield* Effect.forEach(people, give, { concurrency: SIDE_BY_SIDE, discard: true })
    notified += people.length
    progress.show(notified, total, notified)
    const last = people.at(-1)
    if (last === undefined || people.length < BATCH) break
    after = last.personId
  }
  progress.end()
  return notified
})
