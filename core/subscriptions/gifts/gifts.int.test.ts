import { Effect, ManagedRuntime } from "effect"
import { expect, it } from "vitest"
import { ChannelEvents } from "#core/channels"
import { CurrentMeta, currentCommand, EventStore, uuidv7, withCommandId } from "#core/kernel"
import { testDatabase } from "#testing"
import { openLedger } from "../../ledger/testing/ledgerKit.ts"
import { killableLayer } from "../testing/killable.ts"
import { Gifts } from "./Gifts.ts"

it("refuses the id of a return without effect for another return", async () => {
  const db = await testDatabase()
  const ledger = await openLedger(db.url)
  const runtime = ManagedRuntime.make(killableLayer(db.url, "gifts"))
  const [payerId, creatorId, id] = [uuidv7(Date.now()), uuidv7(Date.now()), uuidv7(Date.now())]
  await ledger.deposit(payerId, 100_000n)
  const work = Effect.gen(function* () {
    const [store, gifts] = [yield* EventStore, yield* Gifts]
    const opened = yield* ChannelEvents.encode({
      _tag: "channels.ChannelOpened.v1",
      ...{ personId: creatorId, channelId: 1, channelCode: "QC1", parentId: null, subject: "Gifts" },
      ...{ languages: ["en"], openedAt: new Date().toISOString() },
    })
    const { hasClientId: _, ...command } = yield* currentCommand
    yield* store.append({ ...command, streams: [{ stream: "channel-1", expected: 0, events: [opened] }] })
    const order = { channelId: 1, creatorId, assetTypeId: 1, currencyId: 4, msf: 1_000n, periods: 1 } as const
    for (let count = 0; count < 2; count += 1) yield* gifts.buy(payerId, order, { code: "", password: "gifts" })
    const types = ["subscriptions.GiftBought.v1"]
    const bought = yield* store.readLog({ after: 0, upTo: yield* store.head, limit: 10, types })
    const [one = "", other = ""] = bought.map(({ data }) => (data as { readonly giftId: string }).giftId)
    const giveBack = (giftId: string) => gifts.giveBack({ payerId, giftId }, "payer")
    yield* giveBack(one)
    expect(yield* withCommandId(id)(giveBack(one))).toBe(0)
    expect(yield* withCommandId(id)(giveBack(one))).toBe(0)
    expect(yield* Effect.flip(withCommandId(id)(giveBack(other)))).toMatchObject({ _tag: "CommandReused" })
  })
  const meta = { actor: "test", commandId: null, correlationId: null, causationId: null }
  await runtime.runPromise(Effect.provideService(work, CurrentMeta, meta))
  await runtime.dispose()
  await ledger.close()
  await db.drop()
})
