import { Effect } from "effect"
import { AppConfig } from "#core/kernel"
import { WithheldPictures } from "#core/moderation"

const UNAVAILABLE_FOR_LEGAL_REASONS = 451

/** The answer for a picture that operators withhold with what it belongs to (RFC 7725); null if they do not. */
export const withheldPicture = Effect.fn("withheldPicture")(function* (address: string) {
  if (!(yield* WithheldPictures.use(({ has }) => has(address)))) return null
  const { publicOrigin } = yield* AppConfig
  return {
    status: UNAVAILABLE_FOR_LEGAL_REASONS,
    // It may come back at any time.
    headers: { link: `<${publicOrigin}/>; rel="blocked-by"`, "cache-control": "private, no-store" },
  }
})
