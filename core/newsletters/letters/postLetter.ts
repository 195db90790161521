import { letterTextsOf, slot, withoutSlots } from "#core/mail"

/** A post as a letter shows it. */
export type PostInLetter = {
  readonly title: string
  readonly channelName: string
  /** Safe HTML and plain text: the preview, and the gated part for readers who have the level. */
  readonly html: string
  readonly text: string
  /** Whether there is more than this reader may read. */
  readonly isLocked: boolean
}
export type LetterLinks = {
  readonly origin: string
  /** The page of the post; the slot of the reader's token is appended. */
  readonly readUrl: string
}

/** Slots of a letter: the reader's own tokens. */
export const READ_SLOT = "read"
export const OUT_SLOT = "out"

const STYLE = {
  body: "margin:0;padding:24px 16px;background:#fbfaf6;color:#1b1a17;font:17px/1.6 Georgia,serif",
  sheet: "max-width:600px;margin:0 auto",
  mark: "margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #e6e1d6;font:700 18px/1.2 Georgia,serif",
  title: "margin:0 0 16px;font:700 28px/1.25 Georgia,serif",
  button:
    "display:inline-block;margin:12px 0;padding:10px 20px;border-radius:99px;background:#1b1a17;color:#fbfaf6;text-decoration:none;font:600 16px/1.2 system-ui,sans-serif",
  locked: "margin:24px 0;padding:16px;border:1px solid #e6e1d6;border-radius:8px",
  note: "margin-top:32px;padding-top:12px;border-top:1px solid #e6e1d6;color:#5d594f;font:14px/1.5 system-ui,sans-serif",
} as const

/**
 * The subject and the two texts of a post as a letter, in a reader's language. One text serves all readers of a level and
 * a language; their links are slots.
 */
export const writePostLetter = (
  { title, channelName, html, text, isLocked }: PostInLetter,
  { origin, readUrl }: LetterLinks,
  locale: string,
) => {
  const texts = letterTextsOf(locale)
  const why = texts.why.replace("{name}", () => withoutSlots(channelName))
  const read = readUrl + slot(READ_SLOT)
  const out = `${origin}/mail/out/${slot(OUT_SLOT)}`
  const settings = `${origin}/settings/account#newsletters`
  return {
    subject: withoutSlots(title),
    text: [
      withoutSlots(title),
      `${texts.readOnline}:\n${read}`,
      withoutSlots(text),
      ...(isLocked ? [texts.locked] : []),
      `-- \n${why}\n${texts.unsubscribe}: ${out}\n${texts.settings}: ${settings}`,
    ].join("\n\n"),
    html: [
      `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
      `<meta name="viewport" content="width=device-width"></head>`,
      `<body style="${STYLE.body}"><div style="${STYLE.sheet}"><p style="${STYLE.mark}">${escapeHtml(channelName)}</p>`,
      `<h1 style="${STYLE.title}"><a style="color:inherit;text-decoration:none" href="${escapeHtml(readUrl)}${slot(READ_SLOT)}">${escapeHtml(title)}</a></h1>`,
      withoutSlots(html),
      isLocked ? `<p style="${STYLE.locked}">${escapeHtml(texts.locked)}</p>` : "",
      `<p><a style="${STYLE.button}" href="${escapeHtml(readUrl)}${slot(READ_SLOT)}">${escapeHtml(texts.readOnline)}</a></p>`,
      `<p style="${STYLE.note}">${escapeHtml(why)}<br>`,
      `<a style="color:inherit" href="${escapeHtml(origin)}/mail/out/${slot(OUT_SLOT)}">${escapeHtml(texts.unsubscribe)}</a> · `,
      `<a style="color:inherit" href="${escapeHtml(settings)}">${escapeHtml(texts.settings)}</a></p>`,
      `</div></body></html>`,
    ].join("\n"),
  }
}

/** Escapes a text of others for HTML. */
export const escapeHtml = (text: string): string =>
  withoutSlots(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
