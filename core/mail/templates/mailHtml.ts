import type { MailParts } from "./MailTemplates.ts"

const STYLE = {
  body: "margin:0;padding:24px 16px;background:#fbfaf6;color:#1b1a17;font:16px/1.6 system-ui,sans-serif",
  sheet: "max-width:34rem;margin:0 auto",
  mark: "margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #e6e1d6;font:700 24px/1 Georgia,serif",
  title: "margin:0 0 12px;font:700 22px/1.3 Georgia,serif",
  code: "margin:20px 0;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.15em",
  button:
    "display:inline-block;margin:4px 0 12px;padding:10px 20px;border-radius:99px;background:#1b1a17;color:#fbfaf6;text-decoration:none;font-weight:600",
  note: "color:#5d594f;font-size:14px",
} as const

/** The letter as a page that every mail program shows: no pictures, nothing from elsewhere, styles where they are used. */
export const mailHtml = ({ locale, subject, lead, code, link, details, note, footer, origin }: MailParts): string =>
  [
    `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    `<meta name="viewport" content="width=device-width"></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.sheet}"><p style="${STYLE.mark}">Quire</p>`,
    `<h1 style="${STYLE.title}">${escaped(subject)}</h1><p>${escaped(lead)}</p>`,
    code === null ? "" : `<p style="${STYLE.code}">${escaped(code)}</p>`,
    link === null ? "" : `<p><a style="${STYLE.button}" href="${escaped(link.href)}">${escaped(link.label)}</a></p>`,
    ...details.map((detail) => `<p style="${STYLE.note}">${escaped(detail)}</p>`),
    `<p style="${STYLE.note}">${escaped(note)}</p>`,
    `<p style="${STYLE.note}"><a style="color:inherit" href="${escaped(origin)}">${escaped(footer)}</a></p>`,
    `</div></body></html>`,
  ].join("\n")

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
