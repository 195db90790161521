import { apiPost } from "../../lib/apiFetch.ts"
import type { Fields, SaveOutcome } from "./Autosaver.ts"

const CONFLICT = 409
/** Browsers send no more than this after a page was left. */
const KEEPALIVE_BYTES_MAX = 60_000

const TAB_KEY = "quire:compose:tab"

/**
 * Names this tab among those that edit the same post. It keeps its name when it is reloaded, because what it sent last may
 * arrive after the new page; a duplicated tab gets another one.
 */
const nameTab = (): string => {
  const [entry] = performance.getEntriesByType("navigation")
  const isReloaded = entry instanceof PerformanceNavigationTiming && entry.type === "reload"
  const fresh = crypto.randomUUID()
  try {
    const name = (isReloaded ? sessionStorage.getItem(TAB_KEY) : null) ?? fresh
    sessionStorage.setItem(TAB_KEY, name)
    return name
  } catch {
    return fresh
  }
}
const tab = nameTab()

/** Creates an empty draft, so that there is a post to keep changes for. Returns its id, or null if it is refused. */
export const createDraft = async (fields: Fields, commandId: string): Promise<string | null> => {
  const { title = "", languageCode = "", channelId = "" } = fields
  const response = await apiPost(
    "Feed/createContent",
    { title, languageCode, ...(channelId === "" ? {} : { channelId: Number(channelId) }) },
    // One post is created, no matter how often the request is sent.
    { headers: { "idempotency-key": commandId } },
  )
  if (!response.ok) return null
  const { data } = (await response.json()) as { readonly data: { readonly content: { readonly id: string } } }
  return data.content.id
}

type Draft = { readonly contentId: string; readonly baseRevision: number; readonly seen: number | null }

/** Keeps unsaved changes on the server. */
export const sendDraft = async (draft: Draft, fields: Fields): Promise<SaveOutcome> => {
  const body = { ...draft, tab, fields }
  const response = await apiPost("Feed/AutosaveContent", body, {
    keepalive: JSON.stringify(body).length < KEEPALIVE_BYTES_MAX,
  })
  if (response.status === CONFLICT) return "other"
  if (!response.ok) return "failed"
  const { data } = (await response.json()) as { readonly data: { readonly saveNumber: number } }
  return { saveNumber: data.saveNumber }
}
