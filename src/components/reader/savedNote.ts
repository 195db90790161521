import type { SavedNote } from "#projections/follows"
import type { T } from "../../i18n/index.ts"
import { type Html, html } from "../../lib/html.ts"
import { paths } from "../../lib/paths.ts"

/** A person's note below a saved item: tags, note and highlights. Undefined if there is none. */
export const savedNote = ({ tags, note, highlights }: SavedNote, t: T): Html | undefined =>
  tags.length + highlights.length === 0 && note === ""
    ? undefined
    : html`<aside class="saved-note" aria-label="${t("reader.notes")}">
        ${highlights.map((text) => html`<blockquote>${text}</blockquote>`)}
        ${note !== "" && html`<p>${note}</p>`}
        ${tags.length > 0 && html`<p class="tags">${tags.map((tag) => html`<a href="${paths.savedTag(tag)}">#${tag}</a> `)}</p>`}
      </aside>`
