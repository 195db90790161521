import { refresh } from "./carryOut.ts"

/** Whose follows this browser has loaded since it was opened. */
const LOADED = "quire:followsOf"
/** The states that a follow can be in, with their numbers. */
const STATUSES = "quire:relationshipStatuses"

/** Loads, once after signing in, what the account follows, and what the numbers of follow states mean. */
export const loadOnSignIn = async (): Promise<void> => {
  const { member = "" } = document.documentElement.dataset
  if (sessionStorage.getItem(LOADED) === member) return
  sessionStorage.setItem(LOADED, member)
  await Promise.all([refresh(), keepStatuses()])
}

const keepStatuses = async (): Promise<void> => {
  try {
    const response = await fetch("/api/Home/LoadRelationShipStatus")
    const { data } = (await response.json()) as { readonly data: unknown }
    if (response.ok) localStorage.setItem(STATUSES, JSON.stringify(data))
  } catch {
    // Silent: the next sign-in asks again.
  }
}
