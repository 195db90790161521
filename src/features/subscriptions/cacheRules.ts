import { apiFetch, apiPost } from "../../lib/apiFetch.ts"

/** Local storage keys (specification, section 3): the rules of the signed-in person, and the lists of their ids. */
const RULES_KEY = "quire:subscriptions"
const LISTS = [
  ["quire:subscribe-rule-statuses", "LoadSubscribeRuleStatus"],
  ["quire:level-statuses", "Levels"],
] as const

/** Stores the subscribe rules, and the lists that name their statuses and levels. Failures are ignored. */
export const cacheRules = async (): Promise<void> => {
  try {
    const stored = [store(RULES_KEY, await apiPost("Channel/LoadSubscribeRule"))]
    for (const [key, name] of LISTS)
      if (localStorage.getItem(key) === null) stored.push(store(key, await apiFetch(`Home/${name}`)))
    await Promise.all(stored)
  } catch {
    // Loaded again at the next change.
  }
}

const store = async (key: string, response: Response): Promise<void> => {
  if (!response.ok) return
  const { data } = (await response.json()) as { readonly data: unknown }
  localStorage.setItem(key, JSON.stringify(data))
}
