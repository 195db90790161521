import { imageUrl } from "#src/web/images/imageUrl.ts"
import { type Html, html } from "../../lib/html.ts"

const PIXELS = { small: 18, medium: 36, large: 64 } as const

export interface FeedIconProps {
  readonly iconUrl: string | null
  readonly title: string
  readonly size: keyof typeof PIXELS
}

/** A feed's icon, or the first letter of its title. Decorative: the title is beside it. */
export const feedIcon = ({ iconUrl, title, size }: FeedIconProps): Html => {
  const pixels = PIXELS[size]
  const source = imageUrl(iconUrl, pixels * 2)
  if (source !== null)
    return html`<img class="feed-icon" data-size="${size}" src="${source}" width="${pixels}" height="${pixels}" alt="" loading="lazy" decoding="async">`
  const [letter = "·"] = title.trim()
  return html`<span class="feed-icon" data-size="${size}" aria-hidden="true">${letter.toLocaleUpperCase()}</span>`
}
