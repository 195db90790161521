import { simpleParser } from "mailparser"
import { afterAll, beforeAll, expect, it } from "vitest"
import { EventStore } from "#core/kernel"
import { Sendings } from "#core/newsletters"
import { run } from "#src/process/runtime.ts"
import { startMailServer } from "../../../core/mail/testing/mailServer.ts"
import { levelAt, openSubscriptionKit, type SubscriptionKit } from "../../api/channel/testing/subscriptionKit.ts"
import { newslettersReactor } from "../reactors/newsletters.ts"
import { sendNewsletters } from "./sendNewsletters.ts"

let kit: SubscriptionKit
let server: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  server = await startMailServer({ user: "quire", password: "p" })
  const env = { SMTP_URL: server.url, PUBLIC_ORIGIN: "https://quire.example", CONTACT_EMAIL: "post@quire.example" }
  kit = await openSubscriptionKit(["Harbour Notes", "Quiet Fields"], env)
})
afterAll(async () => {
  await kit.close()
  await server.close()
})

it("a reader who pays a creator by two rules and has a gift as well gets one letter, with the whole post", {
  tags: ["long"],
}, async () => {
  const { call, codeOf, creator } = kit
  const [reader, giver] = [await kit.payer(), await kit.payer()]
  await kit.subscribe(reader)
  // The second rule pays the same creator beside another one.
  await call("Donation/AddSubscribeRule", { msf: "10.00", periods: 3, autoRenew: true }, reader)
  for (const index of [0, 1])
    await call("Donation/AddCreatorToSubscribeRule", { ruleId: 2, channelCode: codeOf(index) }, reader)
  const paid = await call("Channel/UpdateSubscribe", { ruleId: 2, subscribeRuleStatusId: 2 }, reader)
  expect(paid.body.message).toBe("")
  expect((await call("Channel/BuyGift", { channelCode: codeOf(0), msf: "10.00", periods: 3 }, giver)).status).toBe(200)
  const { gifts } = await kit.data<{ gifts: ReadonlyArray<{ giftCode: string }> }>("Channel/LoadGifts", {}, giver)
  expect((await call("Channel/ClaimGift", { giftCode: gifts[0]?.giftCode }, reader)).status).toBe(200)
  const { channels } = await kit.data<{ channels: ReadonlyArray<{ code: string }> }>(
    "Channel/LoadSubscribeRule",
    {},
    reader,
  )
  expect(channels.filter(({ code }) => code === codeOf(0))).toHaveLength(2)
  expect(await levelAt(Date.now(), creator(0), reader)).toBe(2)
  // The list of the channel and the setting of all channels name the same person.
  await call("Feed/UpdateEmailSetting", { channelCode: codeOf(0), emailSettingId: 2 }, reader)
  await call("Feed/UpdateEmailSetting", { emailSettingId: 2 }, reader)

  const text = { title: "Tides", preview: "Dawn.", gated: "What the pilots say.", levelId: 2, contentStatusId: 3 }
  const { content } = await kit.data<{ content: { id: string } }>("Feed/createContent", text, creator(0))
  const reactor = await run(newslettersReactor)
  const events = await run(EventStore.use((store) => store.readStream(`post-${content.id}`)))
  for (const event of events.filter(({ type }) => reactor.types.includes(type))) await reactor.react(event)
  await kit.kit.sql`update newsletters.sending set due_at = now() - interval '1 second' where state = 'held'`
  for (let round = 0; round < 3; round++) await run(sendNewsletters)

  const letters = server.received.filter(({ to }) => to === reader.email)
  expect(letters).toHaveLength(1)
  expect((await simpleParser(letters[0]?.raw ?? "")).text).toContain("What the pilots say.")
  expect(await run(Sendings.use(({ tally }) => tally(content.id)))).toMatchObject({
    ...{ candidates: 1, submitted: 1, uncertain: 0, open: 0, excluded: {}, byLevel: { 2: 1 } },
  })
})
