import { drawOther, OPERATORS } from "./drawOperation.ts"
import type { Asset, Operation } from "./Operation.ts"
import { ASSETS, type Stage } from "./Stage.ts"

/** Blocks after which everything on a chain is final. */
export const DEEP_BLOCKS = 26
/** Worker rounds with some blocks within which everything is finished. */
const ROUNDS_MAX = 60
const ROUND_MS = 3_600_000
const ROUND_BLOCKS = 5
/** How often in a round a reorganization confirms another transaction of a withdrawal. */
const OTHER_WINS = 0.3
/** Pays what was taken back after it had been spent. */
const TOP_UP = 9_000_000_000n

type Needs = {
  readonly stage: Stage
  /** Executes these concurrently, and audits them. */
  readonly request: (...operations: ReadonlyArray<Operation>) => Promise<void>
  readonly setStopped: (operation: Extract<Operation, { kind: "stop" }>) => Promise<void>
  readonly setAway: (asset: Asset, isAway: boolean) => Promise<void>
}

/** Continues until all requested work is finished. */
export const finishWithdrawals =
  ({ stage, request: send, setStopped, setAway }: Needs) =>
  async (): Promise<void> => {
    const { books, dice, payments } = stage
    const { payouts } = books
    const resumeAll = async () => {
      for (const asset of [null, ...ASSETS])
        if (payouts.stopped.has(asset)) await setStopped({ kind: "stop", asset, isStopped: false })
    }
    await resumeAll()
    for (const asset of ASSETS) if (stage.away.has(asset)) await setAway(asset, false)
    // Money that was taken back after it was spent is not available for payouts.
    await send(
      ...ASSETS.map((asset): Operation => {
        return { kind: "faucet", asset, script: stage.scripts.get(asset)?.[0] ?? "", amount: String(TOP_UP) }
      }),
    )
    const sendLost = async () => {
      for (const asset of ASSETS)
        for (const raw of await payments.lost(asset)) await send({ kind: "resend", asset, raw })
    }
    const openOnes = () => ASSETS.flatMap((asset) => payouts.open(asset))
    for (let round = 0; round < ROUNDS_MAX && (round < 2 || openOnes().length > 0); round += 1) {
      stage.atMs += ROUND_MS
      await send(
        ...openOnes()
          .filter(({ phase }) => phase === "requested")
          .flatMap(({ id, needed, approvedBy }) =>
            OPERATORS.filter((each) => !approvedBy.includes(each))
              .slice(0, Math.max(0, needed - approvedBy.length))
              .map((operator): Operation => ({ kind: "approve", withdrawalId: id, operator })),
          ),
      )
      for (const asset of ASSETS) {
        const other = dice.chance(OTHER_WINS) ? await drawOther(stage, asset) : null
        if (other !== null) await send(other)
      }
      await sendLost()
      await resumeAll()
      await send(...ASSETS.map((asset): Operation => ({ kind: "send", asset, dieAt: null })))
      await send(...ASSETS.map((asset): Operation => ({ kind: "mine", asset, blocks: dice.between(1, ROUND_BLOCKS) })))
      await send(...ASSETS.map((asset): Operation => ({ kind: "scan", asset })))
    }
    await sendLost()
    await send(...ASSETS.map((asset): Operation => ({ kind: "mine", asset, blocks: DEEP_BLOCKS })))
    await send(...ASSETS.map((asset): Operation => ({ kind: "scan", asset })))
    // Transactions removed from blocks are broadcast again, ancestors first, and must be confirmed deeply again.
    for (let round = 0; round < ROUNDS_MAX && (round < 2 || (await payments.keepCoins())); round += 1) {
      await resumeAll()
      await send(...ASSETS.map((asset): Operation => ({ kind: "send", asset, dieAt: null })))
      await send(...ASSETS.map((asset): Operation => ({ kind: "mine", asset, blocks: DEEP_BLOCKS })))
    }
  }
