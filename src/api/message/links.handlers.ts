import { Effect } from "effect"
import { LinkPreviews } from "#core/chat"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { answer } from "../envelope.ts"
import { previewing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

/** Side of a preview picture in device pixels. */
const PICTURE_WIDTH = 320

export const messageLinkHandlers = Effect.gen(function* () {
  const previews = yield* LinkPreviews
  const limited = yield* previewing
  return {
    LoadLinkPreview: Effect.fn("LoadLinkPreview")(function* ({
      payload: { url },
    }: {
      readonly payload: { readonly url: string }
    }) {
      yield* requireMember
      yield* limited
      const preview = yield* previews.of(url)
      return answer({ preview: preview && { ...preview, imageUrl: imageUrl(preview.imageUrl, PICTURE_WIDTH) } })
    }),
  }
})
