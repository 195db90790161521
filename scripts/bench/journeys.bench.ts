import { setTimeout as sleep } from "node:timers/promises"
import { openPeople, TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { openBackstage } from "../../e2e/lib/backstage.ts"
import { openPage, startBrowser } from "../../e2e/lib/browser.ts"
import { startProduct } from "../testing/product.ts"
import { journeys, measureDensity, type Stage } from "./journeys/journeys.ts"
import { isBest, JOURNEYS, type JourneyFacts, type JourneyName, type PeerCount } from "./journeys/peers.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"

const MAILBOX_TOKEN = "the-token-of-the-mailbox"
const [MAIL_MS_MAX, MAIL_POLL_MS] = [30_000, 250]
const FEEDS_FOLLOWED = 5
const GIFT_UNITS = 50_000_000n
const JOURNEY_GOALS = [goalMin("absolute", "journeys_best_of", 10), goalMax("absolute", "first_follow_clicks", 2)]

/**
 * Plays ten journeys of a user in Chromium on the demo library and counts clicks, key presses and seconds, beside
 * FreshRSS and Folo as counted from their documentation. `npm run bench -- journeys signUp offline` plays only these.
 */
export default {
  about: "clicks, key presses and seconds of ten journeys, beside FreshRSS and Folo as documented",
  goals: [
    ...JOURNEY_GOALS,
    goalMin("absolute", "items_per_screen_list", 12),
    goalMax("absolute", "first_item_y_phone_px", 320),
  ],
  run: async ({ log, defer, database, parameters }) => {
    log("starting the product with its demo library")
    const databaseUrl = await database()
    const env = { MASTER_KEY: TEST_MASTER_KEY, TRUSTED_PROXIES: "1", METRICS_TOKEN: MAILBOX_TOKEN }
    const product = await startProduct({ databaseUrl, demo: true, env })
    defer(product.stop)
    const browser = await startBrowser()
    defer(() => browser.close())
    const stage = await openStage()
    const names = Object.keys(JOURNEYS) as ReadonlyArray<JourneyName>
    const chosen = parameters.length === 0 ? names : names.filter((name) => parameters.includes(name))

    const rows: Array<ReadonlyArray<string>> = [["journey", "clicks", "keys", "seconds", "by", "FreshRSS", "Folo", ""]]
    let bestOf = 0
    let firstFollowClicks = Number.POSITIVE_INFINITY
    for (const name of chosen) {
      const facts: JourneyFacts = JOURNEYS[name]
      const played = await journeys[name](stage).then(
        (hand) => hand.effort(),
        (error: unknown) => {
          log(`${name} failed: ${String(error).split("\n").slice(0, 4).join(" ")}`)
          return undefined
        },
      )
      const verdict = played === undefined ? "FAILED" : isBest(facts, played) ? "best" : "LOST"
      if (verdict === "best") bestOf += 1
      if (name === "firstFollow" && played !== undefined) firstFollowClicks = played.clicks
      const own = [played?.clicks, played?.keystrokes, played?.seconds.toFixed(1)].map((each) => `${each ?? "-"}`)
      rows.push([facts.title, ...own, facts.measure, shown(facts.freshRss), shown(facts.folo), verdict])
      log(`${name}: ${own.join(", ")} (${verdict})`)
    }
    const { items, firstY } = await measureDensity(stage)
    console.log(`${aligned(rows)}\n\nSources:`)
    for (const name of chosen) console.log(`  ${JOURNEYS[name].title}: ${JOURNEYS[name].source}`)
    const density = { items_per_screen_list: items, first_item_y_phone_px: firstY }
    if (chosen.length < names.length) return { ratios: {}, absolute: density, leftOut: JOURNEY_GOALS }
    return {
      ratios: {},
      absolute: { journeys_best_of: bestOf, first_follow_clicks: firstFollowClicks, ...density },
    }

    async function openStage(): Promise<Stage> {
      const people = openPeople({ url: databaseUrl })
      defer(people.close)
      const giver = await people.make({ displayName: "Anna Lind", hasUserName: true })
      const receiver = await people.make({ displayName: "Ben Okafor", hasUserName: true })
      const ledger = await openLedger(databaseUrl)
      await ledger.deposit(giver.personId, GIFT_UNITS, 1)
      await ledger.close()
      const backstage = openBackstage({ ...product, databaseUrl, person: people.make, stop: product.stop })
      defer(backstage.close)
      // Enrols the authenticator, so that pages ask for its code.
      await backstage.code(giver)
      const popular = await fetch(`${product.origin}/api/Feed/MostPopularFeeds`)
      const { data } = (await popular.json()) as { readonly data: { readonly feeds: Stage["feeds"] } }
      return {
        origin: product.origin,
        feeds: data.feeds.slice(0, FEEDS_FOLLOWED),
        giver,
        receiver,
        code: () => backstage.code(giver),
        enter: (page, { token }) =>
          page.context().addCookies([{ name: "quire_session", value: token, url: product.origin }]),
        open: async ({ isNew = false, ...options } = {}) => {
          const { page } = await openPage(browser, { baseURL: product.origin, ...options })
          const seen = JSON.stringify({ shown: 5 })
          if (!isNew) await page.addInitScript((state) => localStorage.setItem("quire:intro", state), seen)
          return page
        },
        activationCode,
      }
    }

    async function activationCode(email: string): Promise<string> {
      for (const endMs = Date.now() + MAIL_MS_MAX; Date.now() < endMs; await sleep(MAIL_POLL_MS)) {
        const headers = { authorization: `Bearer ${MAILBOX_TOKEN}` }
        const mails = (await (await fetch(`${product.origin}/mail`, { headers })).text()).split("<details")
        const mail = mails.find((each) => each.includes('data-kind="activation"') && each.includes(email))
        const code = /\b\d{6}\b(?=\s*\n)/.exec(mail?.replaceAll(/<a [^>]*>|<\/a>/g, "") ?? "")?.[0]
        if (code !== undefined) return code
      }
      throw new Error(`no activation mail to ${email}`)
    }
  },
} satisfies Bench

const shown = (count: PeerCount): string =>
  count === "cannot" ? "cannot do" : count === "unknown" ? "not documented" : String(count)

function aligned(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
