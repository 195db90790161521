/** Rooms whose draft is kept; the ones begun longest ago go. */
export const DRAFTS_MAX = 50
/** Where drafts are kept; cleared with all that begins so when somebody signs out. */
const KEY = "quire:chat:drafts"

type Drafts = Readonly<Record<string, string>>

/** The drafts with one changed; an empty one is none. */
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
    // A browser that keeps nothing has it as long as the page is open.
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
