import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Result, Schema } from "effect"
import { NOTICE_TEXT_LENGTH_MAX, NOTICE_TITLE_LENGTH_MAX } from "#contract/notifications"
import { NoticeWords } from "#core/notifications"
import { localPath } from "../../../src/lib/localPath.ts"
import { EXIT, Refused } from "../lib/exit.ts"

/** The notice; `source` is a hash of its texts. */
export type NoticeFile = {
  readonly source: string
  readonly content: { readonly words: NoticeWords; readonly link: string | null }
}

const File = Schema.Struct({ words: NoticeWords, link: Schema.optionalKey(Schema.String) })
const decode = Schema.decodeUnknownResult(File)

/** Reads a notice file. Refuses missing languages and texts that are too long. */
export const readNoticeFile = (path: string): NoticeFile => {
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
