import { afterAll, beforeAll, expect, it } from "vitest"
import { openPeople, type People } from "../../core/accounts/testing/people.ts"
import { type LedgerKit, openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { beginWithdrawal } from "../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import { openOperators, type TestTeam } from "./testing/operators.ts"
import { type OpsKit, startOpsKit } from "./testing/opsKit.ts"

/** Each command runs as its own process, which starts slowly on a busy machine. */
const MANY_COMMANDS = { timeout: 180_000 }

let kit: OpsKit
let people: People
let ledger: LedgerKit
let treasurers: TestTeam
/** Runs a command of the wallet while two treasurers sign what it plans. */
const released = (...parameters: ReadonlyArray<string>) => treasurers.signing(kit.ops("wallet", ...parameters))
beforeAll(async () => {
  kit = await startOpsKit()
  treasurers = await openOperators(kit, [["treasurer"], ["treasurer"]])
  const [first] = treasurers.team
  if (first !== undefined) await treasurers.signIn(first)
  people = openPeople({ url: kit.url, isProjected: false })
  ledger = await openLedger(kit.url)
})
afterAll(async () => {
  await treasurers.close()
  await ledger.close()
  await people.close()
  await kit.stop()
})

it(
  "shows balances and entries, compares all three books, and freezes an account after showing the plan",
  MANY_COMMANDS,
  async () => {
    const wallet = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", ...parameters)
    const { personId, userCode } = await people.make()
    // An asset without a chain: it is never withdrawn, so stopping it affects nothing else here.
    const account = `available:4:${personId}` as const
    await ledger.deposit(personId, 150_000_000n, 4)

    expect((await wallet("balances")).out).toMatch(
      /available of people +1500000 USD +0 USD +1\n.*suspense +-1500000 USD/,
    )
    expect((await wallet("balances", "--of", userCode, "--json")).json()).toEqual({
      balances: [{ kind: "available", assetTypeId: 4, ownerId: personId, posted: "150000000", held: "0", entries: 1 }],
    })
    const traced = (await wallet("trace", account, "--json")).json()["events"]
    expect(traced).toMatchObject([{ type: "ledger.Transferred.v1", purpose: "deposit", actor: "test" }])
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
    expect(proved).toMatchObject({ proofs: 2, unproved: 0, broken: [], lost: [{ number: 1 }] })

    expect((await wallet("freeze", userCode, "--yes")).code).toBe(2)
    expect((await wallet("freeze", userCode, "--reason", "asked")).code).toBe(3)
    expect((await wallet("freeze", userCode, "--reason", "asked", "--yes")).out).toContain("Done.")
    const hold = ledger.refusal((service) =>
      service.placeHold({ holdId: ledger.newId(), purpose: "fee", account, amount: 1n }),
    )
    expect(await hold).toBe("Frozen")
    expect((await released("unfreeze", userCode, "--reason", "lifted", "--yes")).out).toContain("Done.")
  },
)

it("sets withdrawal rules with a reason, and refuses impossible ones", MANY_COMMANDS, async () => {
  const rules = (...parameters: ReadonlyArray<string>) => released("rules", ...parameters)
  const why = ["--reason", "fees rose", "--yes"]
  expect((await rules("set", "BTC", "--cooling", "3601", ...why)).err).toContain("large withdrawals wait no less")
  const set = ["set", "btc", "--minimum", "0.0002", "--fee-subsidy-daily-max", "0.005", "--large-cooling", "7200"]
  expect((await rules(...set, ...why)).out).toMatch(
    /withdrawals of BTC follow these rules: minimum=0.0002 .*large-cooling=7200. Reason: fees rose.\n(?:.*\n)*Done/,
  )
  expect((await rules("list", "--json")).json()).toMatchObject({
    assets: [
      {
        assetTypeId: 1,
        minimum: "20000",
        feeSubsidyDailyMax: "500000",
        largeCoolingSeconds: 7_200,
        largeConfirmations: 6,
      },
      {},
      {},
    ],
    fees: [
      { level: 3, fee: "4000" },
      { level: 4, fee: "4000000" },
    ],
  })
})

it(
  "shows withdrawals, cancels one and stops all, but approves none: that takes passkeys at the console",
  MANY_COMMANDS,
  async () => {
    const wallet = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", ...parameters)
    const { personId, userCode } = await people.make()
    await ledger.deposit(personId, 50_000n)
    const id = await beginWithdrawal(ledger, personId)
    expect((await wallet("withdrawals", "approve", id, "--yes")).code).toBe(2)
    expect((await wallet("stop-withdrawals", "--reason", "looking", "--yes")).out).toContain("Done.")
    const { stopped, withdrawals } = (await wallet("withdrawals", "list", "--json")).json()
    expect(stopped).toEqual([
      // The withdrawal's read model differed from the log.
      { assetTypeId: 4, reason: expect.stringMatching(/^available:4:.* is not what the log says$/) },
      { assetTypeId: null, reason: "looking" },
    ])
    expect(withdrawals).toMatchObject([
      { withdrawalId: id, userCode, amount: "10000", status: "requested", approvals: 0 },
    ])
    // Approvers see the owner of the withdrawal.
    expect((await wallet("withdrawals", "list")).out).toMatch(new RegExp(`${id} +${userCode} +0.0001 BTC`))
    expect((await wallet("withdrawals", "reject", id, "--reason", "asked", "--yes")).out).toContain("Done.")
    expect(await ledger.stands(`available:1:${personId}`)).toMatchObject({ posted: "50000", held: "0" })
  },
)

it("lists all unfinished withdrawals, however many there are", MANY_COMMANDS, async () => {
  const { personId } = await people.make()
  await ledger.deposit(personId, 50_000n)
  const id = await beginWithdrawal(ledger, personId)
  const list = async () => (await kit.ops("wallet", "withdrawals", "list", "--json")).json()["withdrawals"]
  expect(await list()).toHaveLength(1)
  await kit.sql`
    insert into read.withdrawal
    select (jsonb_populate_record(w,
      jsonb_build_object('withdrawal_id', 'more-' || n, 'position', w.position + n))).*
    from read.withdrawal w, generate_series(1, 1100) n where withdrawal_id = ${id}`
  expect(await list()).toHaveLength(1_101)
  await kit.sql`delete from read.withdrawal where withdrawal_id like 'more-%'`
  expect((await kit.ops("wallet", "withdrawals", "reject", id, "--reason", "asked", "--yes")).out).toContain("Done.")
})

it("stops withdrawals of one coin, lifts exactly this stop, and lists the remaining ones", MANY_COMMANDS, async () => {
  const wallet = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", ...parameters)
  const stops = async () => (await wallet("rules", "list", "--json")).json()["stopped"]
  const usd = { assetTypeId: 4, reason: expect.stringContaining("is not what the log says") }
  expect((await wallet("stop-withdrawals", "LTC", "--yes")).code).toBe(2)
  expect((await wallet("stop-withdrawals", "XYZ", "--reason", "node is moved", "--yes")).err).toContain(
    "XYZ is not one of",
  )
  expect((await wallet("stop-withdrawals", "ltc", "--reason", "node is moved", "--yes")).out).toContain("Done.")
  const all = await released("resume-withdrawals", "--yes")
  expect(all.out).toMatch(/of all coins again\.\n.*\nDone\.\nStopped for USD: .*\nStopped for LTC: node is moved/)
  expect(await stops()).toEqual([usd, { assetTypeId: 3, reason: "node is moved" }])
  expect((await released("resume-withdrawals", "--yes")).err).toContain("Withdrawals (all) are not stopped.")
  expect((await released("resume-withdrawals", "LTC", "--yes")).out).toMatch(/Done\.\nStopped for USD/)
  expect((await released("resume-withdrawals", "usd", "--yes")).out).toContain("Done.")
  expect(await stops()).toEqual([])
  const facts = await kit.sql`
    select actor, data->>'by' as by, data->>'assetTypeId' as asset from es.event
    where type = 'wallet.WithdrawalsResumed.v1' order by position desc limit 2`
  expect([...facts]).toEqual(
    ["4", "3"].map((asset) => ({ actor: treasurers.team[1]?.by, by: facts[0]?.["actor"], asset })),
  )
})

it(
  "resumes a halted chain with a reason while its withdrawals are stopped, and settles a suspense balance",
  MANY_COMMANDS,
  async () => {
    const wallet = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", ...parameters)
    await wallet("sim", "mine", "BCH", "--yes")
    expect((await wallet("resume", "BCH", "--yes")).code).toBe(2)
    expect((await wallet("resume", "BCH", "--reason", "tried", "--yes")).err).toContain("BCH is not halted.")
    await kit.sql`update wallet.chain set halted = 'too deep' where asset_type_id = 2`
    const planned = await wallet("resume", "BCH", "--reason", "nodes agree")
    expect([planned.code, planned.out]).toEqual([3, expect.stringContaining("send no withdrawals of BCH")])
    expect((await released("resume", "BCH", "--reason", "nodes agree", "--yes")).out).toContain("Done.")
    expect([...(await kit.sql`select halted from wallet.chain where asset_type_id = 2`)]).toEqual([{ halted: null }])
    const facts = await kit.sql`
    select type, data->>'reason' as reason from es.event
    where actor like 'operator:%' and type like 'wallet.%' order by position desc limit 2`
    expect([...facts]).toEqual([
      { type: "wallet.ChainResumed.v1", reason: "nodes agree" },
      { type: "wallet.WithdrawalsStopped.v1", reason: "the chain was halted: too deep" },
    ])
    expect((await released("resume-withdrawals", "BCH", "--yes")).out).toContain("Done.")

    // The platform owes 70000 units to the origin of these coins.
    await ledger.use((service) =>
      service.transfer({
        purpose: "correction",
        entries: [
          { account: "suspense:2:", amount: 70_000n },
          { account: "custody:2:", amount: -70_000n },
        ],
      }),
    )
    const { userCode, personId } = await people.make()
    const settle = (...parameters: ReadonlyArray<string>) => released("settle", "bch", ...parameters)
    expect((await settle("0.0005", "--yes")).code).toBe(2)
    expect((await settle("0.00070001", "--reason", "dust", "--yes")).err).toContain("suspense holds less")
    expect((await settle("0.0005", "--to", "nobody", "--reason", "dust", "--yes")).err).toContain("nobody")
    const paid = await settle("0.0005", "--to", userCode, "--reason", "paid to an old address", "--yes")
    expect(paid.out).toMatch(/Book 0.0005 BCH from suspense to .*\n(?:.*\n)*Done\./)
    expect((await settle("0.0002", "--reason", "dust", "--yes", "--json")).json()).toMatchObject({ done: true })
    expect(await ledger.stands(`available:2:${personId}`)).toMatchObject({ posted: "50000" })
    const { balances } = (await wallet("balances", "--json")).json() as unknown as {
      readonly balances: ReadonlyArray<object>
    }
    expect(balances).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "fees", assetTypeId: 2, posted: "20000" }),
        expect.objectContaining({ kind: "suspense", assetTypeId: 2, posted: "0" }),
      ]),
    )
  },
)

it("fetches rates on request, and shows prices with their source and age", async () => {
  const taken = await kit.ops("wallet", "rates", "--take", "--yes")
  expect(taken.out).toMatch(/BTC\/USD +64000 +demo rates\n(?:.*\n)*Recorded as \d{4}-\d\d-\d\d\.1\./)
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

it("shows and changes asset types, but never the meaning of amounts in the books", async () => {
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
  expect((await assets("change", "4", "--digits", "3", "--yes")).err).toContain(
    "other decimals would change their meaning",
  )
  expect((await assets("list", "--json")).json()["assets"]).toMatchObject([
    { assetTypeId: 6, name: "MON", digits: 10, shownDigits: 4, isOffered: true },
    ...["BTC", "BCH", "LTC", "USD", "EUR"].map((name) => ({ name })),
  ])
})
