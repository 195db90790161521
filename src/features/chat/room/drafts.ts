/** Kept drafts; the oldest is dropped. */
export const DRAFTS_MAX = 50
/** Cleared on sign-out by its prefix. */
const KEY = "quire:chat:drafts"

type Drafts = Readonly<Record<string, string>>

/** An empty draft is removed. */
export const withDraft = (drafts: Drafts, room: string, text: string): Drafts => {
  const others = Object.entries(drafts).filter(([key]) => key !== room)
  const all = text.trim() === "" ? others : [...others, [room, text] as const]
  return Object.fromEntries(all.slice(-DRAFTS_MAX))
}

export const draftOf = (room: string): string => read()[room] ?? ""

export const keepDraft = (room: string, text: string): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(withDraft(read(), room, text)))
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}

const read = (): Drafts => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    return typeof found === "object" && found !== null ? (found as Drafts) : {}
  } catch {
    return {}
  }
}
