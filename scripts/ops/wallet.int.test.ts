import { afterAll, beforeAll, expect, it } from "vitest"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type LedgerKit, openLedger } from "../../core/wallet/ledger/testing/ledgerKit.ts"
import { beginWithdrawal } from "../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

let kit: OpsKit
let people: People
let ledger: LedgerKit
beforeAll(async () => {
  kit = await startOpsKit()
  people = openPeople({ url: kit.url, isProjected: false })
  ledger = await openLedger(kit.url)
})
afterAll(async () => {
  await ledger.close()
  await people.close()
  await kit.stop()
})

it("shows balances and what moved, compares all three books, and freezes a person after its plan", async () => {
  const wallet = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", ...parameters)
  const { personId, userCode } = await people.make()
  // Of an asset that no chain has: it is never withdrawn, and its stop holds up nothing else here.
  const account = `available:4:${personId}` as const
  await ledger.deposit(personId, 150_000_000n, 4)

  expect((await wallet("balances")).out).toMatch(/available of people +1500000 USD +0 USD +1\n.*suspense +-1500000 USD/)
  expect((await wallet("balances", "--of", userCode, "--json")).json()).toEqual({
    balances: [{ kind: "available", assetTypeId: 4, ownerId: personId, posted: "150000000", held: "0", entries: 1 }],
  })
  const traced = (await wallet("trace", account, "--json")).json()["facts"]
  expect(traced).toMatchObject([{ type: "wallet.Transferred.v1", purpose: "deposit", actor: "test" }])
  expect((await wallet("trace", "nothing")).code).toBe(2)

  const right = await wallet("reconcile", "--full")
  expect([right.code, right.out]).toEqual([0, expect.stringContaining("No difference.")])
  await kit.sql`update wallet.account set posted = posted + 1 where account = ${account}`
  const wrong = await wallet("reconcile", "--full", "--yes", "--json")
  expect([wrong.code, wrong.json()]).toMatchObject([
    3,
    {
      books: [{ account, logged: { posted: "150000000" }, found: { posted: "150000001" } }],
      readModel: [],
      unbalanced: [],
    },
  ])
  await kit.sql`update wallet.account set posted = posted - 1 where account = ${account}`
  const proved = (await wallet("verify", "--kept", `1:${"0".repeat(64)}`, "--json")).json()
  expect(proved).toMatchObject({ proofs: 1, unproved: 0, broken: [], lost: [{ number: 1 }] })

  expect((await wallet("freeze", userCode, "--yes")).code).toBe(2)
  expect((await wallet("freeze", userCode, "--reason", "asked")).code).toBe(3)
  expect((await wallet("freeze", userCode, "--reason", "asked", "--yes")).out).toContain("Done.")
  const hold = ledger.refusal((desk) => desk.placeHold({ holdId: ledger.newId(), purpose: "fee", account, amount: 1n }))
  expect(await hold).toBe("Frozen")
  expect((await wallet("unfreeze", userCode, "--reason", "lifted", "--yes")).out).toContain("Done.")
})

it("sets rules of withdrawals with a reason, and says which cannot hold", async () => {
  const rules = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", "rules", ...parameters)
  const why = ["--reason", "fees rose", "--yes"]
  expect((await rules("set", "BTC", "--cooling", "3601", ...why)).err).toContain("large withdrawals wait no less")
  const set = ["set", "btc", "--least", "0.0002", "--large-cooling", "7200"]
  expect((await rules(...set, ...why)).out).toMatch(/BTC from now on: least 0.0002, .*7200: fees rose\nDone/)
  expect((await rules("list", "--json")).json()).toMatchObject({
    assets: [{ assetTypeId: 1, least: "20000", largeCoolingSeconds: 7_200, largeConfirmations: 6 }, {}, {}],
    fees: [
      { level: 3, fee: "4000" },
      { level: 4, fee: "4000000" },
    ],
  })
})

it("shows withdrawals, agrees to one once for each operator, gives it up, and stops them all", async () => {
  const wallet = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", ...parameters)
  const { personId } = await people.make()
  await ledger.deposit(personId, 50_000n)
  const id = await beginWithdrawal(ledger, personId)
  const agree = () => wallet("withdrawals", "approve", id, "--yes")
  expect((await agree()).out).toContain("Done.")
  expect((await agree()).err).toContain("You have agreed to it before")
  expect((await wallet("stop-withdrawals", "--reason", "looking", "--yes")).out).toContain("Done.")
  const { stopped, withdrawals } = (await wallet("withdrawals", "list", "--json")).json()
  expect(stopped).toEqual([
    // What the books said of it was not what the log says.
    { assetTypeId: 4, reason: expect.stringMatching(/^available:4:.* is not what the log says$/) },
    { assetTypeId: null, reason: "looking" },
  ])
  expect(withdrawals).toMatchObject([{ withdrawalId: id, amount: "10000", status: "requested", approvals: 1 }])
  expect((await wallet("withdrawals", "reject", id, "--reason", "asked", "--yes")).out).toContain("Done.")
  expect(await ledger.stands(`available:1:${personId}`)).toMatchObject({ posted: "50000", held: "0" })
})

it("takes rates when it is told to, and shows what assets cost, from whom and how old that is", async () => {
  const taken = await kit.ops("wallet", "rates", "--take", "--yes")
  expect(taken.out).toMatch(/BTC\/USD +64000 +demo rates\n(?:.*\n)*Noted as \d{4}-\d\d-\d\d\.1\./)
  const shown = (await kit.ops("wallet", "rates", "--json")).json()["rates"]
  expect(shown).toHaveLength(6)
  expect(shown).toContainEqual({
    pair: "BTC/USD",
    mid: "64000",
    origin: "demo",
    sources: "demo rates",
    isValid: true,
    snapshot: expect.stringMatching(/^\d{4}-\d\d-\d\d\.1$/),
    takenAt: expect.stringMatching(/Z$/),
  })
})

it("shows asset types and changes them, but not what amounts in the books mean", async () => {
  const assets = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", "assets", ...parameters)
  expect((await assets("add", "XMR", "--digits", "12", "--yes")).out).toContain("Done.")
  const changed = await assets(
    "change",
    "6",
    "--name",
    "MON",
    "--digits",
    "10",
    "--shown",
    "4",
    "--place",
    "0",
    "--yes",
  )
  expect(changed.out).toMatch(/name MON, digits 10, shownDigits 4, place 0\n.*Done\./)
  expect((await assets("change", "4", "--digits", "3", "--yes")).err).toContain("each would mean something else")
  expect((await assets("list", "--json")).json()["assets"]).toMatchObject([
    { assetTypeId: 6, name: "MON", digits: 10, shownDigits: 4, isOffered: true },
    ...["BTC", "BCH", "LTC", "USD", "EUR"].map((name) => ({ name })),
  ])
})
