import { createHash, createSign, generateKeyPairSync } from "node:crypto"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { networks } from "../networks.ts"
import { NOBODY_PINNED, parsePinned, readPinnedFile } from "./PinnedOperators.ts"
import { SeedProblem } from "./Seed.ts"
import type { PaymentApproval } from "./Signer.ts"
import { fileStore } from "./SigningState.ts"
import { parseSpendingLimits, SpendingLimits } from "./SpendingLimits.ts"
import { APPROVAL_MS_MAX, verifyApprovals } from "./verifyApprovals.ts"

const ORIGIN = "https://console.example"
const HOUR_MS = 3_600_000
const nowMs = Date.UTC(2026, 10, 27, 9)
const network = networks.BTC.demo
const script = "0014aabb"
const payment = { network, outputs: [{ script, amount: 10_000n }] }
const home = mkdtempSync(join(tmpdir(), "quire-approvals-"))
afterAll(() => rmSync(home, { recursive: true }))

const operator = (operatorId: string) => ({
  operatorId,
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }),
})
const [ann, ben, eve] = [operator("ann"), operator("ben"), operator("eve")] as const
const jwk = ({ publicKey }: typeof ann) => publicKey.export({ format: "jwk" })
const fileOf = (...pinned: ReadonlyArray<typeof ann>) =>
  JSON.stringify({
    version: 1,
    consoleOrigin: ORIGIN,
    operators: pinned.map((each) => ({ operatorId: each.operatorId, name: each.operatorId, keys: [jwk(each)] })),
  })
const pinned = parsePinned(fileOf(ann, ben))

const planOf = (values: object = {}, more: object = {}) =>
  JSON.stringify({
    approvalsNeeded: 1,
    expiresAt: new Date(nowMs + 24 * HOUR_MS).toISOString(),
    name: "withdrawals.approve",
    operationId: "o",
    parameters: { withdrawal: "w1" },
    steps: [
      {
        key: "step.approveWithdrawal",
        values: { id: "w1", network: "BTC demo", script, units: "10000", amount: "0.0001 BTC", ...values },
      },
    ],
    ...more,
  })
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
/** What the console keeps of an approval. */
const approve = (
  by: typeof ann,
  plan = planOf(),
  { origin = ORIGIN, flags = 0x05, type = "webauthn.get", signed = plan } = {},
): PaymentApproval => {
  const clientData = Buffer.from(JSON.stringify({ type, challenge: sha256(signed).toString("base64url"), origin }))
  const authenticator = Buffer.concat([sha256(new URL(ORIGIN).hostname), Buffer.from([flags, 0, 0, 0, 0])])
  const signature = createSign("sha256")
    .update(Buffer.concat([authenticator, sha256(clientData)]))
    .sign(by.privateKey)
  return {
    ...{ operatorId: by.operatorId, plan, clientData: clientData.toString("base64url") },
    authenticatorData: authenticator.toString("base64url"),
    signature: signature.toString("base64url"),
  }
}
const verify = (approvals: ReadonlyArray<PaymentApproval>, more: Partial<typeof payment> = {}, atMs = nowMs) =>
  verifyApprovals({ ...payment, ...more, approvals }, pinned, atMs)
const both = [approve(ann), approve(ben)]

it("a payment is approved by the signatures of two pinned operators", () => {
  expect(verify(both)).toEqual({ withdrawalId: "w1" })
  expect(verify([approve(eve), ...both])).toEqual({ withdrawalId: "w1" })
  expect(verify(both, {}, nowMs + 24 * HOUR_MS + APPROVAL_MS_MAX - 1)).toEqual({ withdrawalId: "w1" })
})

const another = (values: object, more: object = {}) => [approve(ann), approve(ben, planOf(values, more))]
it.each<[title: string, approvals: ReadonlyArray<PaymentApproval>, why: string]>([
  ["one operator", [approve(ann)], "1 of 2 approvals"],
  ["one operator who signed twice", [approve(ann), approve(ann, planOf({}, { operationId: "p" }))], "1 of 2"],
  ["somebody who is not pinned", [approve(ann), approve(eve)], "eve is not pinned"],
  [
    "an operator in the name of another",
    [approve(ann), { ...approve(ann), operatorId: "ben" }],
    "ben is not pinned, or",
  ],
  ["another recipient", another({ script: "0014ccdd" }), "ben approved another payment"],
  ["another amount", another({ units: "10001" }), "ben approved another payment"],
  ["another network", another({ network: "BCH demo" }), "ben approved another payment"],
  ["another withdrawal", another({ id: "w2" }, { parameters: { withdrawal: "w2" } }), "1 of 2 approvals"],
  ["a plan that names two withdrawals", another({ id: "w2" }), "ben approved another payment"],
  ["another operation", another({}, { name: "withdrawals.reject" }), "ben approved another payment"],
  [
    "a plan that was changed after it was signed",
    [approve(ann), approve(ben, planOf(), { signed: planOf({ units: "1" }) })],
    "did not sign",
  ],
  [
    "a signature at another site",
    [approve(ann), approve(ben, planOf(), { origin: "https://site.example" })],
    "did not sign",
  ],
  ["a passkey that verified nobody", [approve(ann), approve(ben, planOf(), { flags: 0x01 })], "did not sign"],
  [
    "a new passkey instead of a signature",
    [approve(ann), approve(ben, planOf(), { type: "webauthn.create" })],
    "did not sign",
  ],
  ["a plan of long ago", another({}, { expiresAt: new Date(nowMs - APPROVAL_MS_MAX).toISOString() }), "too old"],
  ["a plan that never expires", another({}, { expiresAt: "2126-01-01T00:00:00.000Z" }), "too old"],
  ["a plan without a time", another({}, { expiresAt: "soon" }), "too old"],
  ["no plan at all", [approve(ann), approve(ben, "{}")], "ben approved another payment"],
  [
    "nonsense",
    [approve(ann), { ...approve(ben), clientData: "!", authenticatorData: "", signature: "" }],
    "did not sign",
  ],
])("is not approved by %s", (_, approvals, why) => {
  expect(verify(approvals)).toEqual({ problem: expect.stringContaining(why) })
})

it("a payment to two recipients, or an operator without a file, is not approved", () => {
  const [output] = payment.outputs
  expect(verify(both, { outputs: output === undefined ? [] : [output, output] })).toHaveProperty("problem")
  expect(verifyApprovals({ ...payment, approvals: both }, NOBODY_PINNED, nowMs)).toHaveProperty("problem")
})

describe("the file of pinned operators", () => {
  const file = join(home, "operators.json")

  it("is refused if others may change it, if it cannot be parsed, or if two operators share a key", () => {
    writeFileSync(file, fileOf(ann, ben))
    chmodSync(file, 0o644)
    expect(readPinnedFile(file).keys.size).toBe(2)
    chmodSync(file, 0o664)
    expect(() => readPinnedFile(file)).toThrow("can be changed by others")
    expect(() => readPinnedFile(join(home, "none"))).toThrow(SeedProblem)
    for (const text of [
      "",
      "{}",
      fileOf(ann, { ...ann, operatorId: "ben" }),
      fileOf(ann, { ...ben, operatorId: "ann" }),
    ])
      expect(() => parsePinned(text)).toThrow(SeedProblem)
  })
})

describe("what the signer remembers", () => {
  const spend = (amount: bigint, ...inputs: ReadonlyArray<string>) => ({ network, amount, inputs })
  const open = (file: string, atMs = nowMs) =>
    new SpendingLimits(parseSpendingLimits("BTC=0.01"), { store: fileStore(file), now: () => atMs })

  it("holds over a restart, and is stored before anything is signed", () => {
    const file = join(home, "state")
    expect(open(file).charge(spend(900_000n, "a:0"))).toBeNull()
    // Killed right here: the transaction was not signed, and the same request counts once.
    expect(open(file).charge(spend(900_000n, "a:0"))).toBeNull()
    expect(open(file).charge(spend(200_000n, "b:0"))).toContain("limit is 1000000")
    expect(open(file, nowMs + 24 * HOUR_MS).charge(spend(200_000n, "b:0"))).toBeNull()
  })

  it("signs nothing that it cannot store, and nothing over a state that it cannot read", () => {
    expect(open(join(home, "nowhere", "state")).charge(spend(1n, "a:0"))).toContain("cannot be stored")
    const file = join(home, "torn")
    for (const text of ["", '{"version":1', '{"version":2,"charges":{},"approved":{}}']) {
      writeFileSync(file, text)
      expect(open(file).charge(spend(1n, "a:0"))).toContain("cannot be read")
      expect(readFileSync(file, "utf8")).toBe(text)
    }
  })

  it("is not harmed by a crash while it was written", () => {
    const file = join(home, "crashed")
    expect(open(file).charge(spend(900_000n, "a:0"))).toBeNull()
    writeFileSync(`${file}.new`, '{"version":1,"charges":{')
    expect(open(file).charge(spend(200_000n, "b:0"))).toContain("limit")
    expect(open(file).charge(spend(100_000n, "b:0"))).toBeNull()
    expect(existsSync(`${file}.new`)).toBe(false)
  })

  it("counts no approved payment, but signs it again only with the same coins", () => {
    const file = join(home, "approved")
    expect(open(file).noteApproved("w1", spend(5_000_000n, "a:0", "b:0"))).toBeNull()
    expect(open(file).noteApproved("w1", spend(5_000_000n, "c:0"))).toContain("other inputs")
    expect(open(file).noteApproved("w1", spend(5_000_000n, "a:0"))).toContain("other inputs")
    expect(open(file).noteApproved("w1", spend(5_000_000n, "a:0", "b:0", "c:0"))).toBeNull()
    expect(open(file).charge(spend(1_000_000n, "d:0"))).toBeNull()
  })
})
