import type { Fields } from "./Autosaver.ts"

const KEY = "quire:compose:"

type Copy = { readonly fields: Fields; readonly baseRevision: number; readonly isSubmitted?: boolean }

/** Stores what has not reached the server. Without storage, only the server's copy remains. */
export const storeCopy = (postId: string, copy: Copy | null): void => {
  try {
    if (copy === null) localStorage.removeItem(KEY + postId)
    else localStorage.setItem(KEY + postId, JSON.stringify(copy))
  } catch {}
}

/** What a former visit left behind, or null. A copy that was submitted with a form that made a new version is done. */
export const readCopy = (postId: string, baseRevision: number): Fields | null => {
  try {
    const copy = JSON.parse(localStorage.getItem(KEY + postId) ?? "null") as Copy | null
    if (copy === null || typeof copy.fields !== "object") return null
    if (copy.isSubmitted === true && copy.baseRevision < baseRevision) {
      storeCopy(postId, null)
      return null
    }
    return copy.fields
  } catch {
    return null
  }
}
