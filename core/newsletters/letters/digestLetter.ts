import { letterTextsOf, slot, withoutSlots } from "#core/mail"
import { escapeHtml, LETTER_STYLE, OUT_SLOT } from "./letterParts.ts"

/** A post in a digest: its public part alone. */
export type DigestEntry = {
  readonly title: string
  readonly channelName: string
  readonly summary: string
  readonly url: string
}

/** The subject and the two texts of a digest. Titles lead to the posts; nothing in it is gated. */
export const writeDigestLetter = (
  entries: ReadonlyArray<DigestEntry>,
  { origin, locale, kind }: { readonly origin: string; readonly locale: string; readonly kind: "daily" | "weekly" },
) => {
  const texts = letterTextsOf(locale)
  const subject = kind === "daily" ? texts.digestDaily : texts.digestWeekly
  const out = `${origin}/mail/out/${slot(OUT_SLOT)}`
  const settings = `${origin}/settings/account#newsletters`
  return {
    subject,
    text: [
      subject,
      ...entries.map(({ title, channelName, summary, url }) =>
        withoutSlots(`${title}\n${channelName}\n${url}${summary === "" ? "" : `\n${summary}`}`),
      ),
      `-- \n${texts.whyDigest}\n${texts.unsubscribe}: ${out}\n${texts.settings}: ${settings}`,
    ].join("\n\n"),
    html: [
      `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>`,
      `<meta name="viewport" content="width=device-width"></head>`,
      `<body style="${LETTER_STYLE.body}"><div style="${LETTER_STYLE.sheet}"><p style="${LETTER_STYLE.mark}">Quire</p>`,
      `<h1 style="${LETTER_STYLE.title}">${escapeHtml(subject)}</h1>`,
      ...entries.map(
        ({ title, channelName, summary, url }) =>
          `<h2 style="margin:24px 0 4px;font-size:20px"><a style="color:inherit" href="${escapeHtml(url)}">${escapeHtml(title)}</a></h2>` +
          `<p style="margin:0;color:#5d594f;font-size:14px">${escapeHtml(channelName)}</p><p>${escapeHtml(summary)}</p>`,
      ),
      `<p style="${LETTER_STYLE.note}">${escapeHtml(texts.whyDigest)}<br>`,
      `<a style="color:inherit" href="${escapeHtml(origin)}/mail/out/${slot(OUT_SLOT)}">${escapeHtml(texts.unsubscribe)}</a> · `,
      `<a style="color:inherit" href="${escapeHtml(settings)}">${escapeHtml(texts.settings)}</a></p>`,
      `</div></body></html>`,
    ].join("\n"),
  }
}
