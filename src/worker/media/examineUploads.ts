import { Effect } from "effect"
import { StoredFiles } from "#core/media"
import { MediaFiles } from "#core/publishing"

/** Turns completely uploaded files into files of their creators, or refuses them. */
export const examineUploads = Effect.gen(function* () {
  const { receive } = yield* MediaFiles
  yield* StoredFiles.use(({ examine }) => examine(receive))
})
