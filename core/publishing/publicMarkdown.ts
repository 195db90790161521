import { POST_LEVEL } from "./limits.ts"

type Parts = { readonly preview: string | null; readonly gated: string | null; readonly levelId: number }

/** What everyone may read of a post: its preview, and the rest once it is open to everyone. Null after an erasure. */
export const publicMarkdown = ({ preview, gated, levelId }: Parts): string | null => {
  if (preview === null) return null
  return levelId === POST_LEVEL.everyone && gated !== null && gated !== "" ? `${preview}\n\n${gated}` : preview
}
