import type { FeedsIndex } from "#contract/library"
import { apiPost } from "../../lib/apiFetch.ts"

/** Suggested feeds. */
const FEEDS_SHOWN = 6

/**
 * Requests suggestions for a text. Each request cancels the previous one, here and on the server. Cancelled and failed
 * requests give undefined: the reader did nothing that could fail.
 */
export const makeAsk = (post: typeof apiPost = apiPost) => {
  let running: AbortController | undefined

  const end = () => running?.abort()

  const request = async (keyword: string): Promise<FeedsIndex | undefined> => {
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
  return { request, end }
}
