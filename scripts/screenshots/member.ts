import { openPeople } from "../../core/accounts/testing/people.ts"
import type { Samples } from "./pages.ts"

/** Somebody who follows some feeds, on the database of the product that is looked at. */
export async function makeMember(
  url: string,
  origin: string,
  feeds: Samples["feeds"],
): Promise<NonNullable<Samples["member"]>> {
  const people = openPeople({ url })
  try {
    const { userCode, token } = await people.make({ displayName: "Anna Lind" })
    for (const { feedId } of feeds) {
      const answer = await fetch(`${origin}/api/Feed/Follow`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ feedId, groupName: "" }),
      })
      if (!answer.ok) throw new Error(`Feed/Follow answered ${answer.status}`)
    }
    return { userCode, token }
  } finally {
    await people.close()
  }
}
