import { POST_LEVEL, POST_STATUS, POST_TEXT_BYTES_MAX } from "../limits.ts"
import type { PostProblem } from "../refusals.ts"
import { bytesOf, type PostState, type PostVersion } from "./Post.ts"

/** The author of a command, and the post. */
export type Who = { readonly postId: string; readonly personId: string; readonly nowMs: number }

/** Whether the post exists and belongs to the person. */
export const isOwn = (state: PostState, personId: string): boolean =>
  state.personId === personId && state.statusId !== POST_STATUS.deleted

export const problemAt = (field: string, problem: PostProblem) => ({ field, problem })

/** Why a version cannot be published. */
export const publishProblems = ({ title, preview, gated, levelId }: PostVersion) => [
  ...(title === "" ? [problemAt("title", "title.empty")] : []),
  ...(preview === "" && gated === "" ? [problemAt("preview", "text.empty")] : []),
  ...(levelId > POST_LEVEL.everyone && gated === "" ? [problemAt("gated", "level.notGated")] : []),
]

/** Whether the texts of a version are longer than they may be. */
export const isTooLong = ({ preview = "", gated = "" }: Partial<PostVersion>): boolean =>
  bytesOf({ preview, gated }) > POST_TEXT_BYTES_MAX
