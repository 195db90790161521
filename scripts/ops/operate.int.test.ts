import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { Passkeys } from "#core/accounts"
import { networks } from "#core/chains"
import { uuidv7, writer } from "#core/kernel"
import { OperatorSessions, Operators, RefusedSignIns, TerminalSignIns } from "#core/operators"
import { openPeople } from "../../core/accounts/testing/people.ts"
import { deriveAddress } from "../../core/chains/addresses/deriveAddress.ts"
import { makeKeys } from "../../core/chains/signer/Keys.ts"
import { readPinnedFile } from "../../core/chains/signer/PinnedOperators.ts"
import { parseSeed } from "../../core/chains/signer/Seed.ts"
import { verifyApprovals } from "../../core/chains/signer/verifyApprovals.ts"
import { openLedger } from "../../core/ledger/testing/ledgerKit.ts"
import { REFUSALS_PER_DAY_MAX } from "../../core/operators/RefusedSignIns.ts"
import { AddressBook, addAddress } from "../../core/wallet/addressBook/AddressBook.ts"
import { beginWithdrawal } from "../../core/wallet/withdrawals/testing/beginWithdrawal.ts"
import { signedApprovals } from "../../src/worker/wallet/signedApprovals.ts"
import { openOperators, type TestTeam } from "./testing/operators.ts"
import { type OpsKit, spawnOps, startOpsKit } from "./testing/opsKit.ts"

const MANY_COMMANDS = { timeout: 180_000 }
const OWN_ACCOUNT = "your own account"
const CODE = /^ {2}([0-9A-Z]{4}-[0-9A-Z]{4})$/m

let kit: OpsKit
let team: TestTeam
let file: string
beforeAll(async () => {
  kit = await startOpsKit()
  team = await openOperators(kit, [["treasurer"], ["treasurer"], ["viewer"], ["support"], ["support"]])
  file = join(kit.env["QUIRE_DATA_DIR"] ?? "", "operator-session")
})
beforeEach(async () => {
  await kit.sql`delete from operators.session`
  await kit.sql`delete from operators.terminal_request`
})
afterAll(async () => {
  await team.close()
  await kit.stop()
})

const member = (number: number) => {
  const found = team.team[number]
  if (found === undefined) throw new Error("no such operator")
  return found
}
const signIns = <A, E>(use: (service: (typeof TerminalSignIns)["Service"]) => Effect.Effect<A, E>) =>
  team.run(TerminalSignIns.use(use))
const tagOf = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
  effect.pipe(Effect.match({ onSuccess: () => null, onFailure: ({ _tag }) => _tag }))

/** Confirms a code as the operator would at the console. */
const confirm = async (code: string, number: number, by = number) => {
  const { operatorId } = member(number)
  const options = (await signIns((service) => service.beginConfirmation(code, operatorId))) as { challenge: string }
  const signed = member(by).sign(Buffer.from(options.challenge, "base64url"))
  return team.run(
    team.as(
      member(number),
      TerminalSignIns.use((service) => tagOf(service.confirm(code, operatorId, signed))),
    ),
  )
}

it(
  "signs a terminal in after a passkey confirmed its code, keeps the token for its owner, and signs out",
  MANY_COMMANDS,
  async () => {
    const { ended, out } = spawnOps(kit.env, ["sign-in"])
    await expect.poll(out, { timeout: 60_000 }).toMatch(CODE)
    const [, code = ""] = CODE.exec(out()) ?? []
    expect(out()).toContain("http://localhost:4480/terminal")
    // Typed without care.
    expect(await confirm(` ${code.toLowerCase().replace("-", " ")}`, 0)).toBeNull()
    const { out: said, err, code: exit } = await ended
    expect([exit, said]).toEqual([0, expect.stringContaining("Signed in as Ada.")])

    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = readFileSync(file, "utf8")
    expect(said + err).not.toContain(token)
    const { operatorId, by } = member(0)
    const sessions = () => team.run(OperatorSessions.use((service) => service.list(operatorId)))
    expect(await sessions()).toMatchObject([{ kind: "terminal", device: expect.stringMatching(/^ops, .+ on .+/) }])
    const [used] = await kit.sql`
    select data->>'purpose' as purpose from es.event where type = 'operators.PasskeyUsed.v1' order by position desc limit 1`
    expect(used).toEqual({ purpose: "terminal" })
    // Neither kind of session is accepted in place of the other.
    expect(await team.run(OperatorSessions.use((service) => service.find(token, "browser")))).toBeNull()

    const stop = ["run", "withdrawals.stop", "coin=BTC", "reason=the node moves"]
    const planned = await kit.ops(...stop)
    expect([planned.code, planned.out]).toEqual([
      3,
      expect.stringContaining("withdrawals of BTC from now on: the node moves"),
    ])
    expect((await team.signing(kit.ops(...stop, "--yes"), [member(0)])).out).toContain("Done.")
    const [stopped] = await kit.sql`
    select actor from es.event where type = 'wallet.WithdrawalsStopped.v1' order by position desc limit 1`
    expect(stopped).toEqual({ actor: by })

    expect((await kit.ops("sign-out")).out).toContain("Signed out Ada.")
    expect([existsSync(file), await sessions()]).toEqual([false, []])
  },
)

it("releases nothing without an operator, nor with the signature of one", MANY_COMMANDS, async () => {
  await kit.ops("wallet", "stop-withdrawals", "LTC", "--reason", "looking", "--yes")
  for (const command of [
    ["resume-withdrawals", "LTC"],
    ["resume", "LTC", "--reason", "r"],
    ["unfreeze", "A1", "--reason", "r"],
    ["settle", "LTC", "1", "--reason", "r"],
    ["rules", "set", "LTC", "--approval-threshold", "1000", "--reason", "r"],
    ["rules", "fees", "--maximum", "1", "--reason", "r"],
    ["rules", "level", "LTC", "--level", "0", "--person-daily", "none", "--reason", "r"],
    ["rules", "creators", "--level", "0", "--reason", "r"],
    ["assets", "enable", "1"],
  ]) {
    const { code, err } = await kit.ops("wallet", ...command, "--yes")
    expect([command, code, err]).toEqual([command, 1, expect.stringMatching(/Only operators can do this.*\/operate\//)])
  }
  await team.signIn(member(0))
  const { out } = await kit.ops("wallet", "resume-withdrawals", "LTC", "--no-wait", "--yes")
  expect(out).toMatch(/Two operators sign it at .*\/operations\//)
  const one = team.signing(kit.ops("wallet", "rules", "list", "--json"), [member(0)])
  expect((await one).json()["stopped"]).toContainEqual({ assetTypeId: 3, reason: "looking" })
  const two = await team.signing(kit.ops("wallet", "resume-withdrawals", "LTC", "--yes"), [member(0), member(1)])
  expect(two.out).toContain("Done.")
})

it(
  "keeps approvals so that the signer can verify them by the operators that the owner pinned",
  MANY_COMMANDS,
  async () => {
    const [ledger, people] = [await openLedger(kit.url), openPeople({ url: kit.url, isProjected: false })]
    const network = networks.BTC.demo
    const account = makeKeys(parseSeed("ab".repeat(32))).account(network)
    if (account === undefined) throw new Error("no account")
    const { text: address, script } = deriveAddress(network, account, 0)
    const { personId } = await people.make()
    await ledger.deposit(personId, 50_000n)
    const id = await beginWithdrawal(ledger, personId, { address, script })
    await team.signIn(member(0))
    const approved = () => team.run(Effect.flatMap(signedApprovals, (find) => find(id)))
    const verify = async (amount = 10_000n) =>
      verifyApprovals(
        { network, outputs: [{ script, amount }], approvals: await approved() },
        readPinnedFile(file),
        Date.now(),
      )

    const file = join(kit.env["QUIRE_DATA_DIR"] ?? "", "wallet-signer-operators.json")
    const pinned = await kit.ops("wallet", "pin-operators")
    expect([pinned.code, pinned.out]).toEqual([3, expect.stringContaining(`trust Ada (${member(1).operatorId})`)])
    expect((await kit.ops("wallet", "pin-operators", "--yes")).out).toContain("Done.")
    expect(statSync(file).mode & 0o022).toBe(0)
    expect((await kit.ops("wallet", "pin-operators", "--yes")).out).toContain("Nothing to do.")

    const approve = ["run", "withdrawals.approve", `withdrawal=${id}`, "--yes"]
    expect((await team.signing(kit.ops(...approve), [member(0)])).out).toContain("Done.")
    expect(await verify()).toHaveProperty("problem")
    await team.signIn(member(1))
    expect((await team.signing(kit.ops(...approve), [member(1)])).out).toContain("Done.")
    expect(await verify()).toEqual({ withdrawalId: id })
    expect(await verify(10_001n)).toHaveProperty("problem")
    await Promise.all([ledger.close(), people.close()])
  },
)

it("lets no operator approve a withdrawal that pays the account they are linked to", MANY_COMMANDS, async () => {
  const [ledger, people] = [await openLedger(kit.url), openPeople({ url: kit.url, isProjected: false })]
  const network = networks.BTC.demo
  const account = makeKeys(parseSeed("cd".repeat(32))).account(network)
  if (account === undefined) throw new Error("no account")
  const { text: address, script } = deriveAddress(network, account, 0)
  const [payer, own] = [await people.make(), await people.make()]
  await ledger.deposit(payer.personId, 50_000n)
  const id = await beginWithdrawal(ledger, payer.personId, { address, script })
  const author = { kind: "operator", id: member(1).operatorId } as const
  const link = Operators.use(({ link: to }) => to(member(0).operatorId, own.personId, author))
  await team.run(team.as(member(1), link))
  await team.signIn(member(0))
  const plan = async () => {
    const { out, err } = await kit.ops("run", "withdrawals.approve", `withdrawal=${id}`, "--no-wait", "--yes")
    return out + err
  }
  expect(await plan()).toMatch(/\/operations\//)
  await kit.sql`insert into wallet.address values (${script}, ${own.personId}, 1, 900)`
  expect(await plan()).toContain(OWN_ACCOUNT)
  await kit.sql`delete from wallet.address where script = ${script}`
  // An address outside, to which the operator's own account withdraws.
  const entry = { entryId: uuidv7(Date.now()), assetTypeId: 1, stage: "demo", label: "Mine", address, script }
  await people.run(
    Effect.flatMap(writer(AddressBook), (write) =>
      write(own.personId, addAddress(own.personId, entry, Date.now())),
    ).pipe(Effect.orDie),
  )
  expect(await plan()).toContain(OWN_ACCOUNT)
  await Promise.all([ledger.close(), people.close()])
})

it(
  "signs a member out everywhere with one signature, and lets nobody erase one without the permission",
  MANY_COMMANDS,
  async () => {
    const people = openPeople({ url: kit.url, isProjected: false })
    const [member1, member2] = [await people.make(), await people.make()]
    await people.close()
    const sessions = async (personId: string) =>
      (await kit.sql`select from accounts.session where person_id = ${personId}::uuid`).length
    await team.signIn(member(0))
    const ending = ["people.endSessions", `person=${member1.userCode}`, "reason=A lost telephone", "--yes"]
    const ended = await team.signing(kit.ops("run", ...ending), [member(0)])
    expect([ended.code, await sessions(member1.personId), await sessions(member2.personId)]).toEqual([0, 0, 1])
    // Treasurers do not erase anybody.
    const erasing = ["people.erase", `person=${member2.userCode}`, "reason=A request by letter", "--yes"]
    expect((await kit.ops("run", ...erasing)).code).toBe(1)
    expect(await sessions(member2.personId)).toBe(1)
  },
)

it("erases a member with the signatures of two, and never with that of one", MANY_COMMANDS, async () => {
  const people = openPeople({ url: kit.url, isProjected: false })
  const [leaving, staying] = [await people.make(), await people.make()]
  await people.close()
  const [first, second] = [member(3), member(4)]
  const sessions = async (personId: string) =>
    (await kit.sql`select from accounts.session where person_id = ${personId}::uuid`).length
  const erased = async (personId: string) =>
    kit.sql`select actor from es.event where type = 'accounts.AccountDeleted.v1' and data->>'personId' = ${personId}`
  await team.signIn(first)
  const erase = ["run", "people.erase", `person=${leaving.userCode}`, "reason=A request by letter", "--yes"]
  await kit.ops(...erase, "--no-wait")
  await team.signing(kit.ops("run", "--json"), [first])
  expect([await sessions(leaving.personId), await erased(leaving.personId)]).toEqual([1, []])
  await team.signIn(first)
  const done = await team.signing(kit.ops(...erase), [first, second])
  expect([done.code, await sessions(leaving.personId), await sessions(staying.personId)]).toEqual([0, 0, 1])
  expect(await erased(leaving.personId)).toEqual([{ actor: expect.stringMatching(/^operator:/) }])
  expect(await erased(staying.personId)).toEqual([])
})

it("allows an operator no more at a terminal than at the console", MANY_COMMANDS, async () => {
  await team.signIn(member(2))
  expect((await kit.ops("run", "withdrawals.stop", "coin=BTC", "reason=r", "--yes")).err).toContain("not")
  expect((await kit.ops("run", "nothing.such")).code).toBe(2)
  expect((await kit.ops("run", "withdrawals.stop", "coin")).code).toBe(2)
  const listed = (await kit.ops("run", "--json")).json()["operations"] as unknown as ReadonlyArray<{
    readonly operation: string
  }>
  expect(listed.map(({ operation }) => operation)).not.toContain("withdrawals.stop")

  chmodSync(file, 0o644)
  expect((await kit.ops("run", "withdrawals.stop", "coin=BTC", "reason=r")).err).toContain("can be read by others")
  writeFileSync(file, "x", { mode: 0o600 })
  chmodSync(file, 0o600)
  expect((await kit.ops("run", "withdrawals.stop", "coin=BTC", "reason=r")).err).toContain("Only operators can do this")
})

it.each<[title: string, change: () => Promise<unknown>]>([
  ["15 minutes without a command", () => kit.sql`update operators.session set seen_at = now() - interval '16 minutes'`],
  ["12 hours", () => kit.sql`update operators.session set opened_at = now() - interval '721 minutes'`],
  [
    "another operator ended it",
    () => team.run(OperatorSessions.use((service) => service.endAll(member(0).operatorId))),
  ],
])("a session of a terminal ends after %s", MANY_COMMANDS, async (_, change) => {
  await team.signIn(member(0))
  await change()
  expect((await kit.ops("run", "withdrawals.stop", "coin=BTC", "reason=r")).err).toContain("Only operators can do this")
})

it("accepts a code once, within ten minutes, from the operator who signed, and only five at a time", async () => {
  const begun = await signIns((service) => service.begin("one"))
  expect(await signIns((service) => tagOf(service.find("0000-0000")))).toBe("NoTerminal")
  // The signature of somebody else.
  expect(await confirm(begun.code, 0, 1)).toBe("SignatureRefused")
  expect(await signIns((service) => service.collect(begun.requestId, begun.secret))).toBeNull()
  expect(await signIns((service) => tagOf(service.collect(begun.requestId, "guess")))).toBe("NoTerminal")
  expect(await confirm(begun.code, 0)).toBeNull()
  expect(await signIns((service) => tagOf(service.find(begun.code)))).toBe("NoTerminal")
  expect(await signIns((service) => tagOf(service.collect(begun.requestId, "guess")))).toBe("NoTerminal")
  expect(await signIns((service) => service.collect(begun.requestId, begun.secret))).toMatch(/^\S{40,}$/)
  expect(await signIns((service) => tagOf(service.collect(begun.requestId, begun.secret)))).toBe("NoTerminal")

  const late = await signIns((service) => service.begin("two"))
  await kit.sql`update operators.terminal_request set requested_at = now() - interval '601 seconds'`
  expect(await signIns((service) => tagOf(service.find(late.code)))).toBe("NoTerminal")
  for (const device of ["1", "2", "3", "4", "5"]) await signIns((service) => service.begin(device))
  expect(await signIns((service) => tagOf(service.begin("6")))).toBe("TooManyTerminals")
})

it("opens no session for an operator who was suspended after confirming", async () => {
  const begun = await signIns((service) => service.begin("one"))
  expect(await confirm(begun.code, 2)).toBeNull()
  const author = { kind: "machine", name: "root" } as const
  const suspending = Operators.use((service) => service.suspend(member(2).operatorId, "gone", author))
  await team.run(team.as(member(0), suspending))
  expect(await signIns((service) => tagOf(service.collect(begun.requestId, begun.secret)))).toBe("NoTerminal")
})

const handleOf = (operatorId: string) => Buffer.from(operatorId.replaceAll("-", ""), "hex").toString("base64url")
/** A passkey's answer as a sign-in form sends it: with the id of the account that it claims. */
const signInAs = (operatorId: string, by: ReturnType<typeof member>, challenge: string) => {
  const { response, ...signed } = by.sign(Buffer.from(challenge, "base64url"))
  return { ...signed, response: { ...response, userHandle: handleOf(operatorId) } }
}

it("accepts a passkey only at the console it belongs to, for its operator, and for one sign-in", async () => {
  const { operatorId } = member(0)
  const begin = async () =>
    ((await team.run(Operators.use(({ beginSignIn }) => beginSignIn))) as { readonly challenge: string }).challenge
  const signIn = (answer: ReturnType<typeof signInAs>) =>
    team.run(
      team.as(
        { by: "operator:signing-in" },
        Operators.use((service) => tagOf(service.signIn(answer))),
      ),
    )
  // Of another operator, and of no operator, such as a member.
  expect(await signIn(signInAs(operatorId, member(1), await begin()))).toBe("SignatureRefused")
  expect(await signIn(signInAs(uuidv7(Date.now()), member(0), await begin()))).toBe("SignatureRefused")
  // The site made this challenge, and an operator's passkey opens no account there.
  const { challenge } = (await team.run(Passkeys.use(({ beginUse }) => beginUse))) as { readonly challenge: string }
  const atSite = signInAs(operatorId, member(0), challenge)
  expect(await signIn(atSite)).toBe("SignatureRefused")
  expect(await team.run(Passkeys.use((passkeys) => tagOf(passkeys.use(atSite))))).toBe("PasskeyRefused")
  const right = signInAs(operatorId, member(0), await begin())
  expect(await signIn(right)).toBeNull()
  expect(await signIn(right)).toBe("SignatureRefused")
})

it("records refused sign-ins with the operator that the passkey names, and a bounded number of them per day", async () => {
  const { operatorId } = member(0)
  const refusals = RefusedSignIns.use(({ record, recent }) =>
    Effect.gen(function* () {
      const before = yield* recent
      yield* record(signInAs(operatorId, member(1), "x"))
      // A member's passkey, offered at the console.
      yield* record(signInAs(uuidv7(Date.now()), member(1), "x"))
      const after = yield* recent
      for (let round = 0; round < 2 * REFUSALS_PER_DAY_MAX; round += 1)
        yield* record(signInAs(operatorId, member(1), "x"))
      return [after - before, yield* recent]
    }),
  )
  const [two, all] = await team.run(team.as({ by: "operator:signing-in" }, refusals))
  expect([two, all]).toEqual([2, REFUSALS_PER_DAY_MAX])
  const recorded = await kit.sql`
    select data->>'operatorId' as claimed from es.event where type = 'operators.SignInRefused.v1'
      and actor = 'operator:signing-in' order by position limit 2`
  expect(recorded).toEqual([{ claimed: operatorId }, { claimed: null }])
})

it("ends a session after 15 minutes without a request, after 12 hours in any case, and the oldest of four", async () => {
  const open = () =>
    team.run(
      OperatorSessions.use((sessions) =>
        sessions.open({ operatorId: member(0).operatorId, kind: "browser", device: "test" }),
      ),
    )
  const isOpen = async (token: string) =>
    (await team.run(OperatorSessions.use((sessions) => sessions.find(token, "browser")))) !== null
  // Sessions of the same millisecond have no order.
  const openLater = async () => {
    await kit.sql`update operators.session set opened_at = opened_at - interval '1 second'`
    return open()
  }
  const tokens = [await openLater(), await openLater(), await openLater(), await openLater()] as const
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, true, true, true])
  await kit.sql`update operators.session set seen_at = now() - interval '14 minutes 50 seconds'`
  expect(await isOpen(tokens[1])).toBe(true)
  await kit.sql`update operators.session set seen_at = now() - interval '15 minutes 1 second'`
  expect(await isOpen(tokens[2])).toBe(false)
  await kit.sql`update operators.session set seen_at = now(), opened_at = now() - interval '11 hours 59 minutes'`
  expect(await isOpen(tokens[3])).toBe(true)
  await kit.sql`update operators.session set opened_at = now() - interval '12 hours 1 second'`
  expect(await isOpen(tokens[3])).toBe(false)
})
