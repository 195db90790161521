import { Effect } from "effect"
import { cardAddressesOf, type LinkCard, LinkCards } from "#core/publishing"
import { imageUrl } from "../images/imageUrl.ts"

/** Twice the width of a card's picture. */
const PICTURE_WIDTH = 320

/** Makes the `resolveCard` of the renderer for a text. Pictures come through our proxy. */
export const cardResolver = Effect.fn("cardResolver")(function* (markdown: string) {
  const cards = yield* (yield* LinkCards).find(cardAddressesOf(markdown))
  return (address: string): LinkCard | null => {
    const card = cards.get(address)
    return card === undefined ? null : { ...card, pictureUrl: imageUrl(card.imageUrl, PICTURE_WIDTH) }
  }
})
