import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { AccountDeletion, Invites, SignIns } from "#core/accounts"
import { makeTestHome } from "#testing"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

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

it("creates invitations after showing the plan", MANY_COMMANDS, async () => {
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

it("sends a notice in every language and never sends the same notice to an account twice", MANY_COMMANDS, async () => {
  const { personId, userCode } = await people.make()
  const path = join(makeTestHome(), "notice.json")
  const text = (title: string) => ({ title, text: `${title}.` })
  const words = { en: text("Work"), de: text("Arbeiten"), "zh-Hans": text("维护"), "zh-Hant": text("維護") }
  writeFileSync(path, JSON.stringify({ words, link: "https://elsewhere.example" }))
  expect((await kit.ops("notices", "send", path, "--to", userCode)).code).toBe(2)
  writeFileSync(path, JSON.stringify({ words, link: "/faq" }))
  expect((await kit.ops("notices", "send", path, "--to", userCode)).out).toContain("tell 1 people: Work")
  for (const whom of [["--to", userCode], ["--all"]])
    expect((await kit.ops("notices", "send", path, ...whom, "--yes")).code).toBe(0)
  const given =
    await kit.sql`select type, seq, content from read.notice where person_id = ${personId} and type = 'System'`
  expect(given).toEqual([{ type: "System", seq: 1, content: { words, link: "/faq" } }])
})

it("erases the account with the person: sessions end and the email address is free again", MANY_COMMANDS, async () => {
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

it("closes the wallet of an account that was deleted before an erasure was interrupted", async () => {
  const { personId } = await people.make()
  await people.run(AccountDeletion.use((deletion) => deletion.delete(personId)))
  expect((await kit.ops("subjects", "erase", personId)).out).toContain("close the wallet")
  expect((await kit.ops("subjects", "erase", personId, "--yes")).code).toBe(0)
  expect(await kit.sql`select from wallet.closed_owner where owner = ${personId}`).toHaveLength(1)
})
