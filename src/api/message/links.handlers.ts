import { Effect } from "effect"
import { LinkPreviews } from "#core/chat"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { answer } from "../envelope.ts"
import { previewing } from "../limits.ts"
import { member } from "../member.ts"

/** CSS pixels times two: the side of a picture beside a preview. */
const PICTURE_WIDTH = 320

/** The calls of message.links.ts; resolved once for the group. */
export const messageLinkHandlers = Effect.gen(function* () {
  const previews = yield* LinkPreviews
  const limited = yield* previewing
  return {
    LoadLinkPreview: Effect.fn("LoadLinkPreview")(function* ({
      payload: { url },
    }: {
      readonly payload: { readonly url: string }
    }) {
      yield* member
      yield* limited
      const preview = yield* previews.of(url)
      return answer({ preview: preview && { ...preview, imageUrl: imageUrl(preview.imageUrl, PICTURE_WIDTH) } })
    }),
  }
})
