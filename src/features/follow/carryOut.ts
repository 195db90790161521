import { makeCall } from "../../lib/call.ts"
import { toast } from "../../lib/toast.ts"
import { ACCOUNT_LIMITS, isMember, loadAccount } from "./account.ts"
import type { FollowRefusal } from "./GuestFollows.ts"
import { pageWords } from "./pageWords.ts"
import { $followList, $userGroup, keep, NOT_YET } from "./store.ts"
import type { Command } from "./verbs.ts"
import { waitForTurn } from "./waitForTurn.ts"

/** Why nothing changed: a key for what to say, or "said" where the reader was told already. */
export type Refused = FollowRefusal | "follow.unkept" | "said"

/**
 * Changes the follows if they may be so. A guest's change here and now. A member's show at once, and the account is asked
 * to do the same; where it does not, what it has is shown again. Answers why nothing changed, if so.
 */
export const carryOut = (command: Command): Promise<Refused | undefined> =>
  isMember() ? askAccount(command) : Promise.resolve(changeHere(command))

const changeHere = ({ decide }: Command): Refused | undefined => {
  const decision = decide($followList.get())
  if ("refusal" in decision) return decision.refusal
  return keep(decision.items) ? undefined : "follow.unkept"
}

const askAccount = async ({ decide, call }: Command): Promise<Refused | undefined> => {
  if (call === undefined) return "said"
  if ($followList.get() === NOT_YET) await refresh()
  const before = $followList.get()
  if (before !== NOT_YET) {
    const decision = decide(before, ACCOUNT_LIMITS)
    if ("refusal" in decision) return decision.refusal
    $followList.set(decision.items)
  }
  const { locale, words } = pageWords()
  const ask = makeCall(locale, words)
  const answer = await waitForTurn(() => ask(call.path, call.payload, { silent: true }))
  if (answer.ok) return undefined
  toast("error", answer.message)
  $followList.set(before)
  await refresh()
  return "said"
}

/** Shows what the account follows now. Where it cannot be asked, what was shown stays. */
export const refresh = async (): Promise<void> => {
  try {
    const { items, userGroup } = await loadAccount()
    $followList.set(items)
    $userGroup.set(userGroup)
  } catch {
    // The next change or hint asks again.
  }
}
