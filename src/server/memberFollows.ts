import { personFollows } from "#projections/follows"
import { run } from "./runtime.ts"

/** What pages show of a member's follows, as locals; calls and files ask for themselves what they need. */
export const memberFollows = async ({
  member,
  path,
}: App.Locals): Promise<Partial<Pick<App.Locals, "account" | "follows">>> => {
  if (member === null || WITHOUT_FOLLOWS.test(path)) return {}
  const account = await run(personFollows(member.personId))
  return { account, follows: account.byGroup }
}

const WITHOUT_FOLLOWS = /^\/(?:api|feeds|websub)\/|^\/(?:img|live|metrics|version\.json)$/
