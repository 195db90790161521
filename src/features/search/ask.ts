import type { FeedsIndex } from "#contract/library"
import { apiPost } from "../../lib/apiFetch.ts"

/** Feeds that are suggested at once. */
const FEEDS_SHOWN = 6

/**
 * Makes the question for what a text may mean. Each new question ends the one before, here and at the server; nothing is
 * answered to a question that was ended or failed, because nobody did anything that failed.
 */
export const makeAsk = (post: typeof apiPost = apiPost) => {
  let running: AbortController | undefined

  const end = () => running?.abort()

  const ask = async (keyword: string): Promise<FeedsIndex | undefined> => {
    end()
    running = new AbortController()
    const { signal } = running
    try {
      const body = { keyword, filter: { pageSize: FEEDS_SHOWN, page: 1 } }
      const response = await post("Feed/SearchFeedsIndex", body, { signal })
      const { data } = (await response.json()) as { readonly data: FeedsIndex | null }
      return signal.aborted ? undefined : (data ?? undefined)
    } catch {
      return undefined
    }
  }
  return { ask, end }
}
