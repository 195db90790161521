import { Effect, ManagedRuntime, Result } from "effect"
import { PasswordHasher } from "#core/accounts"
import { networks } from "#core/chains"
import { CurrentMeta, Sql, writer } from "#core/kernel"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { bytesOf } from "../../core/chains/bytes.ts"
import { scriptTypeOf } from "../../core/chains/payment/outputs.ts"
import { AddressBook, addAddress } from "../../core/wallet/addressBook/AddressBook.ts"
import {
  chooseWithdrawalPassword,
  WithdrawalPassword,
} from "../../core/wallet/withdrawalPassword/WithdrawalPassword.ts"
import { WithdrawalRulesSet } from "../../core/wallet/withdrawalRules/events.ts"
import { RULES_ID, Rules } from "../../core/wallet/withdrawalRules/Rules.ts"
import { changeAddress } from "../../core/wallet/withdrawals/ownScripts.ts"
import { type Asset, CHAINS } from "./Operation.ts"
import { type Entry, RULES } from "./Payouts.ts"
import { ASSETS, type Stage } from "./Stage.ts"
import { PASSWORD } from "./signer.ts"
import { layerOf } from "./WalletProcess.ts"

const DAYS_MS = 3 * 86_400_000
/** Limits above every balance, so that donations and fees paid by the platform count but never exceed one. */
const NO_LIMIT = 10n ** 20n
/** External addresses that each person saves, per asset. */
const OUTSIDE_EACH = 2

/** Gives everyone a withdrawal password and withdrawal addresses, sets the rules, and returns the scripts of change. */
export const setUpWithdrawals = async (url: string, stage: Stage): Promise<ReadonlyMap<Asset, string>> => {
  const runtime = ManagedRuntime.make(layerOf(url, "simulator"))
  const beforeMs = stage.atMs - DAYS_MS
  const at = new Date(beforeMs).toISOString()
  const entries = ASSETS.flatMap((asset) => stage.people.flatMap((person) => entriesOf(stage, person, asset)))
  for (const entry of entries) stage.books.payouts.entries.set(entry.entryId, entry)

  const work = Effect.gen(function* () {
    const { client: sql } = yield* Sql
    const writeRules = yield* writer(Rules)
    yield* writeRules(RULES_ID, () => Result.succeed([rulesAt(at)]))
    const passwordHash = yield* PasswordHasher.use(({ hash }) => hash(PASSWORD))
    const choose = yield* writer(WithdrawalPassword)
    const keep = yield* writer(AddressBook)
    for (const personId of stage.people)
      yield* choose(personId, chooseWithdrawalPassword({ personId, passwordHash, nowMs: beforeMs }))
    for (const { person, asset, script, entryId, address } of entries) {
      const entry = { entryId, assetTypeId: asset, stage: "demo", label: "Somebody", address, script }
      yield* keep(person, addAddress(person, entry, beforeMs))
    }
    const change = new Map<Asset, string>()
    for (const asset of ASSETS) {
      const own = yield* Effect.promise(() => changeAddress(sql, networks[CHAINS[asset]].demo))
      change.set(asset, own?.script ?? "")
    }
    return change
  })
  const meta = { actor: "simulator", commandId: null, correlationId: null, causationId: null }
  return runtime.runPromise(Effect.provideService(work, CurrentMeta, meta)).finally(() => runtime.dispose())
}

const rulesAt = (at: string) => {
  const { minimum, personDaily, allDaily, approvalThreshold, inFlightMax, coolingSeconds } = RULES
  const texts = {
    minimum: String(minimum),
    personDaily: String(personDaily),
    allDaily: String(allDaily),
    approvalThreshold: String(approvalThreshold),
    inFlightMax: String(inFlightMax),
    unverifiedDonationMax: String(NO_LIMIT),
    hotWalletMax: String(NO_LIMIT),
    feeSubsidyDailyMax: String(NO_LIMIT),
    coolingSeconds,
    largeCoolingSeconds: coolingSeconds,
  }
  return WithdrawalRulesSet.make({
    assets: ASSETS.map((assetTypeId) => {
      const { usual, large } = networks[CHAINS[assetTypeId]].main.confirmations
      return { assetTypeId, ...texts, confirmations: usual, largeConfirmations: large }
    }),
    fees: [
      { level: 3, fee: "0.00004" },
      { level: 4, fee: "0.04" },
    ],
    reason: "simulation",
    by: "simulator",
    at,
  })
}

/** Two external addresses and one of a simulated person. */
const entriesOf = ({ dice, people, scripts, witness }: Stage, person: string, asset: Asset): ReadonlyArray<Entry> => {
  const outside = Array.from({ length: OUTSIDE_EACH }, () => strangersScript(dice.hex(20), asset))
  const others = (scripts.get(asset) ?? []).filter((script) => witness.ownerOf(asset, script) !== person)
  const inside = people.length > 1 ? [dice.pick(others)] : []
  return [...outside, ...inside].map((script) => {
    const network = networks[CHAINS[asset]].demo
    const type = scriptTypeOf(script)
    if (type !== "p2pkh" && type !== "p2wpkh") throw new Error(`${script} is no script`)
    const hash = type === "p2pkh" ? script.slice(6, -4) : script.slice(4)
    const address = writeAddress(network, type, bytesOf(hash))
    return { entryId: dice.id(), person, asset, address, script, internalRecipientId: witness.ownerOf(asset, script) }
  })
}

/** A script without a known key: payments to it are never spent. */
export const strangersScript = (hash: string, asset: Asset): string =>
  asset === 2 ? `76a914${hash}88ac` : `0014${hash}`
