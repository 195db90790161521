import { Effect } from "effect"
import { makeLetterTemplate } from "#core/mail"
import { type LetterSource, OUT_SLOT, READ_SLOT, writePostLetter } from "#core/newsletters"
import { addressOf, readerOf } from "../../../core/newsletters/testing/openSendings.ts"

const PARAGRAPH =
  "The pilots of the harbour know each sandbank by its name. At dawn, before the first ferry, they row out and listen to the buoys. "
/** A post of about 1,300 words. */
export const POST_TEXT = `${PARAGRAPH.repeat(5)}\n\n`.repeat(10)
export const POST_HTML = `<p>${PARAGRAPH.repeat(5)}</p>\n`.repeat(10)

/** Tokens as long as real ones. */
const [OUT, READ] = ["o".repeat(43), "r".repeat(59)]

/** The same post for everyone, as the product writes it. */
export const letterSource = (readers: number): LetterSource => {
  const origin = "https://quire.example"
  const post = {
    title: "A day in the harbour",
    channelName: "Harbour Notes",
    html: POST_HTML,
    text: POST_TEXT,
    isLocked: false,
    isOpened: false,
    isTest: false,
  }
  const template = makeLetterTemplate({
    ...writePostLetter(post, { origin, readUrl: `${origin}/c/HARBOUR/a-day/?mail=` }, "en"),
    from: { name: "Harbour Notes", address: "post@quire.example" },
    domain: "quire.example",
    listId: "harbour.quire.example",
    feedbackId: "HARBOUR:post:newsletter:quire",
  })
  const numbers = new Map(Array.from({ length: readers }, (_, index) => [readerOf(index), index]))
  return {
    check: Effect.succeed("open"),
    write: (personIds) =>
      Effect.succeed(
        new Map(
          personIds.map((personId) => {
            const to = addressOf(numbers.get(personId) ?? 0)
            const unsubscribeUrl = `${origin}/mail/out/${OUT}`
            const slots = { [OUT_SLOT]: OUT, [READ_SLOT]: READ }
            return [personId, { to, levelId: 1, compose: (copy) => template({ ...copy, to, unsubscribeUrl, slots }) }]
          }),
        ),
      ),
  }
}
