import { letterTextsOf, slot, withoutSlots } from "#core/mail"
import { escapeHtml, LETTER_STYLE, OUT_SLOT, READ_SLOT } from "./letterParts.ts"

/** A post as a letter shows it. */
export type PostInLetter = {
  readonly title: string
  readonly channelName: string
  /** Safe HTML and plain text: the preview, and the gated part for readers who have the level. */
  readonly html: string
  readonly text: string
  /** Whether there is more than this reader may read. */
  readonly isLocked: boolean
  /** Whether it opened to this reader after it was published. */
  readonly isOpened: boolean
  /** Whether its author tries out what readers get. */
  readonly isTest: boolean
}
export type LetterLinks = {
  readonly origin: string
  /** The page of the post; the slot of the reader's token is appended. */
  readonly readUrl: string
}

/**
 * The subject and the two texts of a post as a letter, in a reader's language. One text serves all readers of a level and
 * a language; their links are slots.
 */
export const writePostLetter = (
  { title, channelName, html, text, isLocked, isOpened, isTest }: PostInLetter,
  { origin, readUrl }: LetterLinks,
  locale: string,
) => {
  const texts = letterTextsOf(locale)
  const why = texts.why.replace("{name}", () => withoutSlots(channelName))
  const read = readUrl + slot(READ_SLOT)
  const out = `${origin}/mail/out/${slot(OUT_SLOT)}`
  const settings = `${origin}/settings/account#newsletters`
  return {
    subject: `${isTest ? `${texts.test} ` : ""}${withoutSlots(title)}`,
    text: [
      withoutSlots(title),
      ...(isOpened ? [texts.opened] : []),
      `${texts.readOnline}:\n${read}`,
      withoutSlots(text),
      ...(isLocked ? [texts.locked] : []),
      `-- \n${why}\n${texts.unsubscribe}: ${out}\n${texts.settings}: ${settings}`,
    ].join("\n\n"),
    html: [
      `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
      `<meta name="viewport" content="width=device-width"></head>`,
      `<body style="${LETTER_STYLE.body}"><div style="${LETTER_STYLE.sheet}"><p style="${LETTER_STYLE.mark}">${escapeHtml(channelName)}</p>`,
      `<h1 style="${LETTER_STYLE.title}"><a style="color:inherit;text-decoration:none" href="${escapeHtml(readUrl)}${slot(READ_SLOT)}">${escapeHtml(title)}</a></h1>`,
      isOpened ? `<p style="${LETTER_STYLE.opened}">${escapeHtml(texts.opened)}</p>` : "",
      withPictureStyle(withoutSlots(html)),
      isLocked ? `<p style="${LETTER_STYLE.locked}">${escapeHtml(texts.locked)}</p>` : "",
      `<p><a style="${LETTER_STYLE.button}" href="${escapeHtml(readUrl)}${slot(READ_SLOT)}">${escapeHtml(texts.readOnline)}</a></p>`,
      `<p style="${LETTER_STYLE.note}">${escapeHtml(why)}<br>`,
      `<a style="color:inherit" href="${escapeHtml(origin)}/mail/out/${slot(OUT_SLOT)}">${escapeHtml(texts.unsubscribe)}</a> · `,
      `<a style="color:inherit" href="${escapeHtml(settings)}">${escapeHtml(texts.settings)}</a></p>`,
      `</div></body></html>`,
    ].join("\n"),
  }
}

/** Mail programs drop style sheets, so that each picture says itself how wide it may be. In our HTML `<img ` begins a picture. */
const withPictureStyle = (html: string): string => html.replaceAll("<img ", `<img style="${LETTER_STYLE.picture}" `)
