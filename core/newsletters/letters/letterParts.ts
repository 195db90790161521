import { withoutSlots } from "#core/mail"

/** Slots of a letter: the reader's own tokens. */
export const READ_SLOT = "read"
export const OUT_SLOT = "out"

/** Inline styles, because mail programs drop others. */
export const LETTER_STYLE = {
  body: "margin:0;padding:24px 16px;background:#fbfaf6;color:#1b1a17;font:17px/1.6 Georgia,serif",
  sheet: "max-width:600px;margin:0 auto",
  mark: "margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #e6e1d6;font:700 18px/1.2 Georgia,serif",
  title: "margin:0 0 16px;font:700 28px/1.25 Georgia,serif",
  button:
    "display:inline-block;margin:12px 0;padding:10px 20px;border-radius:99px;background:#1b1a17;color:#fbfaf6;text-decoration:none;font:600 16px/1.2 system-ui,sans-serif",
  picture: "max-width:100%;height:auto",
  opened: "margin:0 0 16px;color:#5d594f;font:14px/1.5 system-ui,sans-serif",
  locked: "margin:24px 0;padding:16px;border:1px solid #e6e1d6;border-radius:8px",
  note: "margin-top:32px;padding-top:12px;border-top:1px solid #e6e1d6;color:#5d594f;font:14px/1.5 system-ui,sans-serif",
} as const

/** Escapes a text of others for HTML. */
export const escapeHtml = (text: string): string =>
  withoutSlots(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
