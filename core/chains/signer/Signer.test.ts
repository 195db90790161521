import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Transaction } from "@scure/btc-signer"
import { Effect, Exit, Redacted, Result, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deriveAddress } from "../addresses/deriveAddress.ts"
import { derivation } from "../addresses/testing/vectors.ts"
import { bytesOf, hexOf } from "../bytes.ts"
import type { Coin } from "../Chain.ts"
import { CHAIN_NAMES, type Network, networks } from "../networks.ts"
import { keyOf } from "../payment/chooseCoins.ts"
import { makePsbt } from "../payment/makePsbt.ts"
import { readTransaction } from "../sim/readTransaction.ts"
import { isSigned } from "../sim/signatures.ts"
import { inProcessSigner } from "./inProcessSigner.ts"
import { makeKeys } from "./Keys.ts"
import { parseSeed, readSeedFile, SeedProblem } from "./Seed.ts"
import type { Signer, SigningRequest } from "./Signer.ts"
import { parseSpendingLimits, SpendingLimits } from "./SpendingLimits.ts"
import { openSigner, signerPlaceOf } from "./WalletSigner.ts"

const keysOf = (seed: string) => makeKeys(parseSeed(seed))
const keys = keysOf(derivation.seed)
const ours = inProcessSigner(keys)
const accountOf = (network: Network, held = keys) => {
  const account = held.account(network)
  if (account === undefined) throw new Error("no account")
  return account
}
const stranger = (network: Network) => deriveAddress(network, accountOf(network, keysOf("ab".repeat(32))), 0)

const AMOUNT = 600_000n
const FEE = 10_000n

/** Spends two of our coins: `AMOUNT` to someone else, change to us. Parts of it can be overridden. */
function payment(
  network: Network,
  odd: { readonly coinOf?: typeof keys; readonly changeOf?: typeof keys; readonly changeBranch?: 0 | 1 } = {},
): SigningRequest {
  const coins = [300_000n, 400_000n].map((amount, index) => coin(network, odd.coinOf ?? keys, amount, index))
  const changeTo = deriveAddress(network, accountOf(network, odd.changeOf ?? keys), 5, odd.changeBranch ?? 1)
  const outputs = [{ script: stranger(network).script, amount: AMOUNT }]
  const change = 700_000n - AMOUNT - FEE
  const psbt = makePsbt(
    network,
    { outputs, changeScript: changeTo.script },
    { coins: coins.map((each) => each.coin), fee: FEE, change, vbytes: 300 },
    new Map(coins.map((each) => [keyOf(each.coin.outpoint), each.source])),
    { replaceable: true, changeKey: changeTo.key },
  )
  return { network, psbt, outputs, feeMax: FEE }
}

/** A coin with the transaction that created it. */
function coin(network: Network, held: typeof keys, amount: bigint, index: number) {
  const { script, key } = deriveAddress(network, accountOf(network, held), index)
  const earlier = new Transaction()
  earlier.addInput({ txid: "ab".repeat(32), index })
  earlier.addOutput({ script: bytesOf(script), amount })
  const raw = hexOf(earlier.unsignedTx)
  const outpoint = { txid: earlier.id, vout: 0 }
  const made: Coin = { outpoint, script, amount, confirmations: 1, isImmature: false, isLocked: true }
  return { coin: made, source: { raw, key } }
}

const answer = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSync(Effect.result(effect))
const reason = (request: SigningRequest, signer: Signer = ours): string => {
  const signed = answer(signer.sign(request))
  return Result.isSuccess(signed) ? "signed" : signed.failure._tag === "SigningRefused" ? signed.failure.reason : "away"
}
/** The same payment after its PSBT was tampered with. */
const changed = (request: SigningRequest, work: (transaction: Transaction) => void): SigningRequest => {
  const transaction = Transaction.fromPSBT(new Uint8Array(Buffer.from(request.psbt, "base64")))
  work(transaction)
  return { ...request, psbt: Buffer.from(transaction.toPSBT(0)).toString("base64") }
}

describe.each(CHAIN_NAMES.map((name) => [name, networks[name].main] as const))("the signer of %s", (_, network) => {
  it("signs every input for its coin, and returns the signed transaction", () => {
    const request = payment(network)
    const signed = Result.getOrThrow(answer(ours.sign(request)))
    const read = readTransaction(signed.raw)
    expect(read).toMatchObject({ txid: signed.txid, isReplaceable: true })
    expect(signed.fee).toBe(FEE)
    expect(read?.outputs[0]).toEqual(request.outputs[0])
    const spent = [300_000n, 400_000n].map((amount, index) => ({
      amount,
      script: deriveAddress(network, accountOf(network), index).script,
    }))
    if (read === null) throw new Error("nothing was signed")
    expect(spent.map((each, index) => isSigned(network, read.parsed, index, each))).toEqual([true, true])
    // Another amount gives another digest.
    expect(isSigned(network, read.parsed, 0, { ...spent[0], amount: 1n } as (typeof spent)[0])).toBe(false)
    expect(answer(ours.sign(request))).toEqual(Result.succeed(signed))
  })

  it("does not sign a PSBT that differs from the request", () => {
    const request = payment(network)
    const [output] = request.outputs
    if (output === undefined) throw new Error("no output")
    expect(reason({ ...request, outputs: [{ ...output, amount: AMOUNT - 1n }] })).toBe("outputs")
    expect(
      reason({ ...request, outputs: [{ ...output, script: stranger(networks.BTC.main).script.slice(0, -2) }] }),
    ).toBe("outputs")
    expect(reason({ ...request, outputs: [output, output, output] })).toBe("outputs")
    expect(reason({ ...request, outputs: [] })).toBe("outputs")
    expect(reason({ ...request, feeMax: FEE - 1n })).toBe("fee")
    expect(reason({ ...request, psbt: "cHNidP8" })).toBe("malformed")
    const more = { script: bytesOf(stranger(network).script), amount: 1_000n }
    expect(reason(changed(request, (transaction) => transaction.addOutput(more)))).toBe("outputs")
  })

  it("does not spend coins of others, or leave change to them or on a receiving address", () => {
    const other = keysOf("cd".repeat(32))
    expect(reason(payment(network, { coinOf: other }))).toBe("input")
    expect(reason(payment(network, { changeOf: other }))).toBe("change")
    expect(reason(payment(network, { changeBranch: 0 }))).toBe("change")
    expect(reason(payment(network), inProcessSigner(other))).toBe("input")
  })

  it("does not pay a fee above the network's maximum, even if the request allows it", () => {
    const request = payment(network)
    const outputs = [{ script: stranger(network).script, amount: 1_000n }]
    const { coin: spent, source } = coin(network, keys, 500_000_000n, 0)
    const psbt = makePsbt(
      network,
      { outputs, changeScript: "" },
      { coins: [spent], fee: 1n, change: null, vbytes: 200 },
      new Map([[keyOf(spent.outpoint), source]]),
      { replaceable: true, changeKey: source.key },
    )
    expect(reason({ ...request, psbt, outputs, feeMax: 10n ** 12n })).toBe("fee")
  })
})

describe("the spending limit of a signer", () => {
  const network = networks.LTC.main
  const HOUR_MS = 3_600_000
  const COIN = 2_000_000n
  /** Spends the coins with these indexes: `amount` to someone else, `fee` to the network, change to us. */
  const spend = (at: ReadonlyArray<number>, amount: bigint, fee: bigint): SigningRequest => {
    const coins = at.map((index) => coin(network, keys, COIN, index))
    const changeTo = deriveAddress(network, accountOf(network), 5, 1)
    const change = COIN * BigInt(at.length) - amount - fee
    const outputs = [{ script: stranger(network).script, amount }]
    const psbt = makePsbt(
      network,
      { outputs, changeScript: changeTo.script },
      { coins: coins.map((one) => one.coin), fee, change, vbytes: 300 },
      new Map(coins.map((one) => [keyOf(one.coin.outpoint), one.source])),
      { replaceable: true, changeKey: changeTo.key },
    )
    return { network, psbt, outputs, feeMax: fee }
  }
  const limited = (limits: string) => {
    let nowMs = 0
    const signer = inProcessSigner(keys, new SpendingLimits(parseSpendingLimits(limits), { now: () => nowMs }))
    return {
      ask: (request: SigningRequest) => reason(request, signer),
      pass: (ms: number) => {
        nowMs += ms
      },
    }
  }

  it("refuses payments beyond the sum of 24 hours including fees, until the window has moved on", () => {
    const { ask, pass } = limited("LTC=0.02, BTC=1")
    expect(ask(spend([0], 990_000n, 10_000n))).toBe("signed")
    pass(20 * HOUR_MS)
    expect(ask(spend([1], 990_001n, 10_000n))).toBe("limit")
    expect(ask(spend([1], 990_000n, 10_000n))).toBe("signed")
    expect(ask(spend([2], 10_000n, 10_000n))).toBe("limit")
    pass(4 * HOUR_MS)
    expect(ask(spend([2], 10_000n, 10_000n))).toBe("signed")
    expect(ask(spend([3], 990_000n, 10_000n))).toBe("limit")
  })

  it("does not count change that returns to us", () => {
    const { ask } = limited("LTC=0.0061")
    expect(ask(payment(network))).toBe("signed")
  })

  it("counts a higher fee for the same coins as a replacement, and a repeated request once", () => {
    const { ask } = limited("LTC=0.0105")
    expect(ask(spend([0], 980_000n, 20_000n))).toBe("signed")
    expect(ask(spend([0], 980_000n, 20_000n))).toBe("signed")
    expect(ask(spend([0], 980_000n, 40_000n))).toBe("signed")
    expect(ask(spend([1], 10_000n, 30_001n))).toBe("limit")
  })

  it("counts the larger of two transactions that exclude each other", () => {
    const { ask } = limited("LTC=0.02")
    expect(ask(spend([0], 980_000n, 20_000n))).toBe("signed")
    expect(ask(spend([1], 880_000n, 20_000n))).toBe("signed")
    // Spends the coins of both for less than they paid, but either may still be sent.
    expect(ask(spend([0, 1], 80_000n, 20_000n))).toBe("signed")
    expect(ask(spend([2], 80_001n, 20_000n))).toBe("limit")
    expect(ask(spend([2], 80_000n, 20_000n))).toBe("signed")
  })

  it("applies per chain, and not to a chain without a limit", () => {
    const { ask } = limited("BTC=0.00000001")
    expect(ask(payment(network))).toBe("signed")
    expect(ask(payment(networks.BTC.main))).toBe("limit")
  })

  it.each(["LTC", "LTC=", "LTC=-1", "LTC=0.000000001", "DOGE=1", "LTC=1,LTC=2", "LTC=1=2"])(
    "prevents a start with the invalid value %s",
    (text) => {
      expect(() => parseSpendingLimits(text)).toThrow("WALLET_SIGNER_LIMITS")
    },
  )
})

it("does not trust an amount that no earlier transaction proves", () => {
  const request = payment(networks.BTC.main)
  const bytes = Buffer.from(request.psbt, "base64")
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(300_000n)
  const lie = Buffer.alloc(8)
  lie.writeBigUInt64LE(900_000n)
  const at = bytes.indexOf(amount)
  expect(at).toBeGreaterThan(0)
  lie.copy(bytes, at)
  expect(reason({ ...request, psbt: bytes.toString("base64") })).toBe("malformed")
})

it("generates a seed only if no chain has real coins and no seed is configured", () => {
  const none = {
    walletSigner: undefined,
    walletSignerLimits: undefined,
    walletSignerState: undefined,
    walletSignerOperators: undefined,
    walletSeed: undefined,
    walletSeedFile: undefined,
  }
  const demo = { ...none, dataDirectory: "/data", btcNode: undefined, bchNode: undefined, ltcNode: undefined }
  const files = { state: "/data/wallet-signer-state", operators: "/data/wallet-signer-operators.json" }
  expect(signerPlaceOf(demo)).toEqual({ seedFile: "/data/wallet-seed", create: true, ...files })
  const ltcNode = Redacted.make("http://u:p@127.0.0.1:9332")
  expect(signerPlaceOf({ ...demo, ltcNode })).toEqual({ seedFile: "/data/wallet-seed", create: false, ...files })
  const regtest = Redacted.make("http://u:p@127.0.0.1:19443/regtest")
  expect(signerPlaceOf({ ...demo, ltcNode: regtest })).toEqual({
    seedFile: "/data/wallet-seed",
    create: true,
    ...files,
  })
  expect(signerPlaceOf({ ...demo, walletSeedFile: "/keys/seed" })).toEqual({
    seedFile: "/keys/seed",
    create: false,
    ...files,
  })
  expect(signerPlaceOf({ ...demo, walletSignerLimits: "BTC=1" })).toMatchObject({ limits: "BTC=1" })
  expect(signerPlaceOf({ ...demo, walletSigner: "/run/signer.sock" })).toEqual({ socket: "/run/signer.sock" })
})

describe("a signer in a separate process", () => {
  const home = mkdtempSync(join(tmpdir(), "quire-signer-"))
  const seedFile = join(home, "wallet.seed")
  const scope = Scope.makeUnsafe()
  const { demo, main } = networks.LTC
  let signer: Signer

  beforeAll(async () => {
    signer = await Effect.runPromise(Scope.provide(openSigner({ seedFile, create: true }), scope))
  })
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(home, { recursive: true })
  })

  it("generates a seed for demo chains that only its owner can read, and holds no real coins with it", async () => {
    const account = await Effect.runPromise(signer.account(demo))
    expect(statSync(seedFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(seedFile, "utf8")).toMatch(/^demo:[0-9a-f]{64}\n$/)
    expect(account).toEqual(makeKeys(readSeedFile(seedFile, { create: false })).account(demo))
    expect(await Effect.runPromise(Effect.flip(signer.account(main)))).toMatchObject({ reason: "network" })
  })

  it("signs and refuses like one in this process", async () => {
    const held = makeKeys(readSeedFile(seedFile, { create: true }))
    const request = payment(demo, { coinOf: held, changeOf: held })
    const here = inProcessSigner(held)
    expect(await Effect.runPromise(signer.sign(request))).toEqual(Effect.runSync(here.sign(request)))
    const refused = { ...request, feeMax: 1n }
    expect(await Effect.runPromise(Effect.flip(signer.sign(refused)))).toEqual(
      Effect.runSync(Effect.flip(here.sign(refused))),
    )
  })

  it("applies the limit that the worker sets", async () => {
    const held = makeKeys(readSeedFile(seedFile, { create: true }))
    const request = payment(demo, { coinOf: held, changeOf: held })
    const place = { seedFile, create: false, limits: "LTC=0.001", state: join(home, "state") }
    const refused = Effect.scoped(Effect.flatMap(openSigner(place), (each) => Effect.flip(each.sign(request))))
    expect(await Effect.runPromise(refused)).toMatchObject({ _tag: "SigningRefused", reason: "limit" })
  })

  it("also serves a socket that only its group can use, and survives broken connections", async () => {
    const socket = join(home, "signer.sock")
    const env = { WALLET_SIGNER: socket, WALLET_SEED_FILE: seedFile }
    const program = fileURLToPath(new URL("./program.ts", import.meta.url))
    const child = spawn(process.execPath, [program], { env, stdio: "ignore" })
    try {
      await expect.poll(() => existsSync(socket)).toBe(true)
      await expect.poll(() => statSync(socket).mode & 0o777).toBe(0o660)
      const send = Effect.scoped(Effect.flatMap(openSigner({ socket }), (each) => each.account(demo)))
      const account = makeKeys(readSeedFile(seedFile, { create: false })).account(demo)
      expect(await Effect.runPromise(send)).toEqual(account)
      const broken = connect(socket)
      broken.end("nonsense\n")
      await once(broken, "close")
      expect(await Effect.runPromise(send)).toEqual(account)
    } finally {
      child.kill("SIGKILL")
    }
  })

  it("is unavailable without a readable seed", async () => {
    chmodSync(seedFile, 0o644)
    expect(() => readSeedFile(seedFile, { create: true })).toThrow(SeedProblem)
    chmodSync(seedFile, 0o600)
    const nowhere = openSigner({ socket: join(home, "no.sock") })
    const requested = Effect.scoped(Effect.flatMap(nowhere, (each) => each.account(demo)))
    expect(await Effect.runPromise(Effect.flip(requested))).toMatchObject({ _tag: "SignerUnavailable" })
  })
})
