import { afterAll, beforeAll, expect, it } from "vitest"
import { Invites, SignIns } from "#core/accounts"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

let kit: OpsKit
let people: People
beforeAll(async () => {
  kit = await startOpsKit()
  people = openPeople({ url: kit.url, isProjected: false })
})
afterAll(async () => {
  await people.close()
  await kit.stop()
})

it("makes invitations, after the plan", async () => {
  expect((await kit.ops("accounts", "invite")).code).toBe(3)
  expect((await kit.ops("accounts", "invite", "--count", "0")).code).toBe(2)
  const { code, json } = await kit.ops("accounts", "invite", "--count", "2", "--yes", "--json")
  expect(code).toBe(0)
  const { invitations } = json()["result"] as unknown as { invitations: ReadonlyArray<{ code: string; url: string }> }
  expect(invitations).toHaveLength(2)
  for (const { code: invitation, url } of invitations) {
    expect(url).toContain(`/signup?invite=${invitation}`)
    expect(await people.run(Invites.use(({ isOpen }) => isOpen(invitation)))).toBe(true)
  }
})

it("erases the account with the person: nobody is signed in, and the address is free", async () => {
  const { personId, email, password } = await people.make()
  const { out } = await kit.ops("subjects", "erase", personId)
  expect(out).toContain("delete the account")
  expect((await kit.ops("subjects", "erase", personId, "--yes")).code).toBe(0)
  expect(await kit.sql`select from accounts.session where person_id = ${personId}`).toHaveLength(0)
  expect(await kit.sql`select from read.account where person_id = ${personId}`).toHaveLength(0)
  const visit = { address: "192.0.2.9", userAgent: "", browser: null }
  const signIn = SignIns.use(({ byPassword }) => byPassword(email, password, visit))
  await expect(people.run(signIn)).rejects.toThrow()
  await expect(people.make({ email })).resolves.toMatchObject({ email })
  expect((await kit.ops("subjects", "erase", personId, "--yes", "--json")).json()).toEqual({ plan: [], done: false })
})
