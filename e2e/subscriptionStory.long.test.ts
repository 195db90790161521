import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { type LedgerKit, openLedger } from "../core/ledger/testing/ledgerKit.ts"
import { waitUntil } from "../scripts/run/processes.ts"
import { type Backstage, openBackstage } from "./lib/backstage.ts"
import { chatWith, messageOf, openChatPage, write } from "./lib/chatSteps.ts"
import { enter, launchBrowser, openPage, startSite, type TestSite } from "./lib/index.ts"
import { deposit } from "./lib/walletSteps.ts"

let site: TestSite
let browser: Browser
let backstage: Backstage
let ledger: LedgerKit

const [STORY_MS_MAX, STARTS_MS_MAX] = [240_000, 60_000]
const DEPOSITED = 1_000_000n

beforeAll(async () => {
  // The test mines every block.
  ;[site, browser] = await Promise.all([startSite({ env: { SIM_BLOCK_SECONDS: "3600" } }), launchBrowser()])
  backstage = openBackstage(site)
  ledger = await openLedger(site.databaseUrl)
  const rates = () => ledger.sql`select from read.rate where asset_type_id = 1 and base_asset_type_id = 4`
  expect(await waitUntil(async () => (await rates()).length === 1, STARTS_MS_MAX)).toBe(true)
})
afterAll(async () => {
  await ledger?.close()
  await browser?.close()
  await backstage?.close()
  await site?.stop()
})

const callAs = async ({ token }: TestPerson, name: string, body: object): Promise<unknown> => {
  const response = await fetch(`${site.origin}/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly data: unknown }).data
}
/** A creator with a post and a room of one level. */
const creator = async (displayName: string, subject: string, levelId: 2 | 3, secret: string) => {
  const person = await site.person({ displayName, hasUserName: true })
  const { channelCode } = await makeCreator(site.databaseUrl, person, { subject })
  const answer = await callAs(person, "Feed/createContent", {
    ...{ title: `On ${subject}`, preview: "Part one.", gated: `Only ${secret} here.`, levelId },
    ...{ languageCode: "EN", contentStatusId: 3 },
  })
  const { link } = (answer as { readonly content: { readonly link: string } }).content
  const scope = levelId === 3 ? "Premium" : "Subscriber"
  if (levelId === 3) await callAs(person, "Channel/UpdateOffer", { pmsf: "5", currencyId: 4, cap: 10 })
  const room = await openChatPage(browser, site, person)
  await room.page.goto(chatWith(person, scope))
  await room.page.getByRole("button", { name: "Open the chat room" }).click()
  await write(room.page, `Welcome to ${subject}`)
  await messageOf(room.page, `Welcome to ${subject}`).and(room.page.locator("[data-seq]")).waitFor()
  await room.page.context().close()
  return { person, channelCode, subject, link, secret, scope }
}
type Creator = Awaited<ReturnType<typeof creator>>
const available = async ({ personId }: TestPerson) => BigInt((await ledger.stands(`available:1:${personId}`)).posted)
const ops = async (...words: ReadonlyArray<string>) => {
  const done = await backstage.ops(...words)
  expect([done.code, done.err]).toEqual([0, ""])
  return done.out
}
const showsPost = async (page: Page, { link, secret }: Creator) => {
  await page.goto(link)
  return ((await page.locator("#article").textContent()) ?? "").includes(secret)
}

it(
  "a new reader funds the wallet, supports three creators, lives a month, and cancels with a refund [S1-010, S1-014]",
  async () => {
    const creators = [
      await creator("Mara Holt", "Night Trains", 3, "vermilion"),
      await creator("Ines Brandt", "Slow Rivers", 2, "gyroscopic"),
      await creator("Leo Voss", "Glass Harbours", 2, "tessellated"),
    ]
    const [mara, ines, leo] = creators as [Creator, Creator, Creator]
    const reader = await site.person({ displayName: "Nina Falk", hasUserName: true })
    await callAs(reader, "UserPreference/UpdateUserPreference", { preferenceId: 9, value: "4" })
    const { page } = await openPage(browser, { baseURL: site.origin })
    await enter(page.context(), site, reader)
    await page.addInitScript(() => localStorage.setItem("quire:intro", '{"shown":9}'))
    await deposit({ page, person: reader, outside: backstage.bitcoins, backstage }, DEPOSITED)

    const opened = (each: Creator) => messageOf(page, `Welcome to ${each.subject}`)
    const join = page.getByRole("button", { name: "Join", exact: true })
    const isShut = page.getByText(/^More content required: this chat room is for (premium )?subscribers of /)
    /** Nobody without the level reads the post, or the room. */
    const expectClosed = async (each: Creator) => {
      expect(await showsPost(page, each)).toBe(false)
      await page.goto(chatWith(each.person, each.scope))
      await join.or(isShut).first().waitFor()
      if (await join.isVisible()) await join.click()
      await isShut.waitFor()
      expect(await opened(each).count()).toBe(0)
    }
    for (const each of creators) await expectClosed(each)
    await page.goto(`/user/${mara.channelCode}`)
    await page.getByRole("link", { name: "Become premium" }).click()
    await page.getByLabel("Monthly fee in USD").fill("10")
    await page.getByLabel("Renew automatically").check()
    await page.getByRole("button", { name: "Subscribe", exact: true }).click()
    await page.getByRole("heading", { name: "Night Trains", exact: true }).waitFor()
    for (const each of [ines, leo]) {
      // From the room of one, and from the channel of the other.
      if (each === ines) await expectClosed(each)
      else await page.goto(`/user/${each.channelCode}`)
      await page.getByRole("link", { name: "Subscribe", exact: true }).first().click()
      await page
        .getByRole("button", { name: /^(Add|Subscribe)/ })
        .first()
        .click()
      if (each === ines) await page.waitForURL(({ pathname }) => pathname === "/writers/chat")
      else await page.getByRole("heading", { level: 1 }).waitFor()
    }
    for (const each of creators) {
      expect(await showsPost(page, each)).toBe(true)
      await page.goto(chatWith(each.person, each.scope))
      await opened(each).or(join).first().waitFor()
      if (await join.isVisible()) await join.click()
      await opened(each).waitFor()
    }

    const paid = DEPOSITED - (await available(reader))
    const before = await Promise.all(creators.map(({ person }) => available(person)))
    await ops("subscriptions", "clock", "--days", "32", "--yes")
    const after = await Promise.all(creators.map(({ person }) => available(person)))
    const earned = after.map((units, place) => units - (before[place] ?? 0n))
    const [cycle] = await ledger.sql<
      Array<{ shares: Array<{ units: string }>; cut: string; seats: unknown; units: string }>
    >`
    select shares, cut, seats, units from read.subscription_cycle where person_id = ${reader.personId} and n = 1`
    const seats = (cycle?.seats ?? []) as ReadonlyArray<{
      readonly closed: { readonly units: string; readonly cut: string }
    }>
    const shared = (cycle?.shares ?? []).reduce((sum, { units }) => sum + BigInt(units), 0n)
    const premium = seats.reduce((sum, { closed }) => sum + BigInt(closed.units), 0n)
    const cut = seats.reduce((sum, { closed }) => sum + BigInt(closed.cut), BigInt(cycle?.cut ?? 0))
    expect(earned.every((units) => units > 0n)).toBe(true)
    expect(earned.reduce((sum, units) => sum + units, 0n)).toBe(shared + premium)
    expect(shared + premium + cut).toBe(paid)

    await page.goto("/subscriptions/paymentrecords")
    await page.getByRole("button", { name: "Verify" }).last().click()
    await page.getByText("Verified: it matches the published proof.").waitFor()
    const renewed = await available(reader)
    await page.goto("/subscriptions")
    const rule = page.locator("#rule-1")
    await rule.getByRole("button", { name: "Cancel now" }).click()
    await rule.getByRole("button", { name: "Cancel and refund" }).click()
    await rule.getByText("Ended", { exact: true }).waitFor()
    expect(await available(reader)).toBeGreaterThan(renewed)
    for (const each of creators) await expectClosed(each)
    await page.context().close()

    const desk = await openPage(browser, { baseURL: site.origin })
    await enter(desk.page.context(), site, ines.person)
    await desk.page.goto("/writers/paydays")
    await desk.page.getByRole("button", { name: "Verify" }).first().click()
    await desk.page.getByText("Verified: it matches the published proof.").waitFor()
    await desk.page.context().close()
    expect(await ops("subscriptions", "verify")).toContain("All proofs hold.")
    expect(await ops("wallet", "reconcile")).toContain("No difference.")
  },
  STORY_MS_MAX,
)
