import { HDKey } from "@scure/bip32"
import { Clock, Effect, Result } from "effect"
import { bytesOf } from "../bytes.ts"
import type { Capabilities, Chain, Hex, ScanRange, Watch } from "../Chain.ts"
import { ANSWER_ROWS_MAX, SCAN_SCRIPTS_MAX, WATCH_MAX } from "../limits.ts"
import { type Network, SCRIPT_TYPES } from "../networks.ts"
import { ownScriptOf } from "../payment/ownScriptOf.ts"
import { ChainUnavailable } from "../refusals.ts"
import { acceptTransaction, replacesByFee } from "./acceptTransaction.ts"
import { buildPayment, lock, unlock } from "./buildPayment.ts"
import { scriptCoins, walletCoins } from "./coins.ts"
import { movementsSince, statusOf } from "./movements.ts"
import { holdChain, readChain, type SimPlace } from "./place.ts"
import { blockAt, type SimSession, tipOf } from "./SimSession.ts"

/** Number of scripts derived before the event loop gets a turn: about ten milliseconds. */
const SCRIPTS_AT_ONCE = 16

/** The scripts of account ranges, from their extended public keys. More than SCAN_SCRIPTS_MAX is a defect. */
const scriptsOf = Effect.fnUntraced(function* (network: Network, ranges: ReadonlyArray<ScanRange>) {
  const total = ranges.reduce((sum, { count }) => sum + count, 0)
  if (total > SCAN_SCRIPTS_MAX) throw new RangeError(`a scan of ${total} scripts`)
  const scripts: Array<Hex> = []
  for (const { xpub, branch, count } of ranges) {
    const keys = HDKey.fromExtendedKey(xpub, network.bip32).deriveChild(branch)
    for (let index = 0; index < count; index++) {
      const { publicKey } = keys.deriveChild(index)
      if (publicKey !== null) scripts.push(ownScriptOf(network, publicKey))
      if (scripts.length % SCRIPTS_AT_ONCE === 0) yield* Effect.yieldNow
    }
  }
  return scripts
})

/** Default name of the wallet. */
export const WALLET = "hot"

/** A chain engine for a demo chain in PostgreSQL: real transactions and signatures, no network, no real coins. */
export const makeSimChain = (place: SimPlace, wallet = WALLET): Chain => {
  const { network } = place
  /** Runs an operation atomically, unless the chain simulates an outage. */
  const run = <A>(
    how: typeof holdChain,
    work: (session: SimSession) => Promise<A>,
  ): Effect.Effect<A, ChainUnavailable> =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.flatMap(
        Effect.promise(() =>
          how(place, nowMs, async (session) =>
            session.isAway ? Result.fail(away(network)) : Result.succeed(await work(session)),
          ),
        ),
        Effect.fromResult,
      ),
    )
  const change = <A>(work: (session: SimSession) => Promise<A>) => run(holdChain, work)
  const read = <A>(work: (session: SimSession) => Promise<A>) => run(readChain, work)
  const refusing = <A, E, F>(effect: Effect.Effect<Result.Result<A, E>, F>) => Effect.flatMap(effect, Effect.fromResult)
  const bounded = <A, E>(answer: Effect.Effect<A, E>, rows: (answer: A) => ReadonlyArray<unknown>) =>
    Effect.filterOrFail(
      answer,
      (given) => rows(given).length <= ANSWER_ROWS_MAX,
      () => tooMuch(network),
    )

  return {
    network,
    capabilities: capabilitiesOf(network),

    tip: read(tipOf),

    blockAt: Effect.fn("SimChain.blockAt")((height) => read((session) => blockAt(session, height))),

    watch: Effect.fn("SimChain.watch")((scripts) => {
      checkWatched(network, scripts)
      return change((session) => watch(session, wallet, scripts))
    }),

    movements: Effect.fn("SimChain.movements")((cursor) =>
      bounded(
        refusing(read((session) => movementsSince(session, wallet, cursor, ANSWER_ROWS_MAX + 1))),
        ({ movements }) => movements,
      ),
    ),

    // A demo has no fee market: the whole mempool fits into the next block.
    feeRate: Effect.fn("SimChain.feeRate")(() =>
      read(async () => ({ feeRate: network.feeRate.fallback, isFallback: true })),
    ),

    build: Effect.fn("SimChain.build")((payment) =>
      refusing(change((session) => buildPayment(session, wallet, payment))),
    ),

    release: Effect.fn("SimChain.release")((inputs) => change((session) => unlock(session, wallet, inputs))),

    lockOnly: Effect.fn("SimChain.lockOnly")((inputs) =>
      change(async (session) => {
        await unlock(session, wallet, "all")
        await lock(session, wallet, inputs)
      }),
    ),

    broadcast: Effect.fn("SimChain.broadcast")((raw) =>
      refusing(change((session) => acceptTransaction(session, raw, false))),
    ),

    statusOf: Effect.fn("SimChain.statusOf")((transaction) => read((session) => statusOf(session, transaction))),

    unspent: bounded(
      read(async (session) => ({
        tip: await tipOf(session),
        coins: await walletCoins(session, wallet, ANSWER_ROWS_MAX + 1),
      })),
      ({ coins }) => coins,
    ),

    scan: Effect.fn("SimChain.scan")((ranges) =>
      Effect.flatMap(scriptsOf(network, ranges), (scripts) =>
        bounded(
          read((session) => scriptCoins(session, scripts, ANSWER_ROWS_MAX + 1)),
          ({ coins }) => coins,
        ),
      ),
    ),
  }
}

const capabilitiesOf = (network: Network): Capabilities => ({
  isDemo: true,
  replacesByFee: replacesByFee(network),
  payableScripts: SCRIPT_TYPES.filter((type) => network.dust[type] !== undefined),
})

const away = ({ name }: Network) =>
  new ChainUnavailable({ chain: name, reason: "unreachable", detail: "the demo chain is switched off" })

const tooMuch = ({ name }: Network) =>
  new ChainUnavailable({ chain: name, reason: "tooMuch", detail: `more than ${ANSWER_ROWS_MAX} rows` })

/** Scripts that do not match their key must not be watched: the caller has mixed up keys. */
const checkWatched = (network: Network, scripts: ReadonlyArray<Watch>): void => {
  if (scripts.length > WATCH_MAX) throw new RangeError(`${scripts.length} scripts to watch at once`)
  for (const { script, key } of scripts) {
    if (ownScriptOf(network, bytesOf(key.publicKey)) !== script)
      throw new Error(`${script} is not of its key ${key.path}`)
  }
}

const watch = async ({ sql, network }: SimSession, wallet: string, scripts: ReadonlyArray<Watch>): Promise<void> => {
  await sql`
    insert into sim.watch (network, wallet, script, fingerprint, path, public_key)
    select ${network.name}, ${wallet}, w.*
    from unnest(${scripts.map(({ script }) => script)}::text[], ${scripts.map(({ key }) => key.fingerprint)}::text[],
      ${scripts.map(({ key }) => key.path)}::text[], ${scripts.map(({ key }) => key.publicKey)}::text[]) w
    on conflict do nothing`
}
