import { type Asset, type Kind, type Operation, type OperationRequest, SPEEDS } from "./Operation.ts"
import { QUOTES, RULES } from "./Payouts.ts"
import { ASSETS, type Stage } from "./Stage.ts"
import { strangersScript } from "./setUpWithdrawals.ts"

/** Persons and assets of a burst: few, so that commands race. */
export type Scene = { readonly people: ReadonlyArray<string>; readonly assets: ReadonlyArray<Asset> }

type Draw = (stage: Stage, scene: Scene) => Operation | null
export type Drawn = { readonly kind: Kind; readonly weight: number; readonly draw: Draw }

/** Sometimes more than the person's balance. */
const amountOf = ({ dice, books }: Stage, person: string, asset: Asset): bigint => {
  const free = books.free(person, asset)
  if (dice.chance(0.08)) return free + dice.units(1_000_000n)
  if (dice.chance(0.1) && free > 0n) return free
  return dice.units(free > 0n ? free : 1_000_000n)
}

const twoOf = ({ dice }: Stage, people: ReadonlyArray<string>): readonly [string, string] => {
  const from = dice.pick(people)
  return [from, dice.pick(people.filter((person) => person !== from))]
}

/** Operations on the books with their weights. A new kind of operation is one more row. */
export const LEDGER_OPERATIONS: ReadonlyArray<Drawn> = [
  {
    kind: "transfer",
    weight: 30,
    draw: (stage, { people, assets }) => {
      const [from, to] = twoOf(stage, people)
      const asset = stage.dice.pick(assets)
      const amount = amountOf(stage, from, asset)
      const fee = stage.dice.chance(0.3) ? amount / 50n : 0n
      return { kind: "transfer", from, to, asset, amount: String(amount), fee: String(fee) }
    },
  },
  {
    kind: "donate",
    weight: 14,
    draw: (stage, { people, assets }) => {
      const [from, other] = twoOf(stage, people)
      const asset = stage.dice.pick(assets)
      const to = stage.dice.chance(0.03) ? from : other
      const message = stage.dice.chance(0.1) ? "for your words" : ""
      return { kind: "donate", from, to, asset, amount: String(amountOf(stage, from, asset)), message }
    },
  },
  {
    kind: "hold",
    weight: 14,
    draw: (stage, { people, assets }) => {
      const person = stage.dice.pick(people)
      const asset = stage.dice.pick(assets)
      const amount = String(amountOf(stage, person, asset))
      const expiresAtMs = stage.dice.chance(0.5) ? stage.atMs + stage.dice.between(1, 30_000) : null
      return { kind: "hold", holdId: stage.dice.id(), person, asset, amount, expiresAtMs }
    },
  },
  {
    kind: "post",
    weight: 9,
    draw: (stage, { people }) => {
      const holdId = stage.someHold()
      const hold = holdId === null ? undefined : stage.books.holds.get(holdId)
      if (holdId === null || hold === undefined) return null
      const other = stage.dice.pick(people)
      const to = other === hold.person || stage.dice.chance(0.4) ? null : other
      const amount = stage.dice.chance(0.5) ? hold.amount : stage.dice.units(hold.amount)
      return { kind: "post", holdId, asset: hold.asset, to, amount: String(amount) }
    },
  },
  { kind: "void", weight: 6, draw: (stage) => onHold(stage, "void") },
  { kind: "expire", weight: 6, draw: (stage) => onHold(stage, "expire") },
  {
    kind: "freeze",
    weight: 2,
    draw: ({ dice, books }, { people }) => {
      const frozen = [...books.frozen]
      if (frozen.length > 0 && dice.chance(0.6)) return { kind: "freeze", person: dice.pick(frozen), isFrozen: false }
      return { kind: "freeze", person: dice.pick(people), isFrozen: dice.chance(0.7) }
    },
  },
  { kind: "flush", weight: 2, draw: () => ({ kind: "flush" }) },
  { kind: "withdraw", weight: 9, draw: withdraw },
  {
    kind: "cancel",
    weight: 2,
    draw: (stage, { people }) => {
      const { dice, books } = stage
      const withdrawalId = stage.somePayout()
      if (withdrawalId === null) return null
      const owner = books.payouts.all.get(withdrawalId)?.person ?? dice.pick(people)
      const person = dice.chance(0.4) ? null : dice.chance(0.1) ? dice.pick(people) : owner
      return { kind: "cancel", withdrawalId, person }
    },
  },
  {
    kind: "approve",
    weight: 5,
    draw: (stage) => {
      const { dice, books } = stage
      const waiting = [...books.payouts.all.values()].filter(
        ({ phase, needed, approvedBy }) => phase === "requested" && approvedBy.length < needed,
      )
      const withdrawalId = waiting.length > 0 && dice.chance(0.9) ? dice.pick(waiting).id : stage.somePayout()
      return withdrawalId === null ? null : { kind: "approve", withdrawalId, operator: dice.pick(OPERATORS) }
    },
  },
  {
    kind: "address",
    weight: 0.4,
    draw: ({ dice }, { people, assets }) => {
      return { kind: "address", person: dice.pick(people), asset: dice.pick(assets), wantsNew: dice.chance(0.3) }
    },
  },
]

/** Operators who approve large withdrawals. */
export const OPERATORS = ["mara", "jonas", "ines"]

/** A withdrawal as quoted, or with one field changed. */
function withdraw({ dice, books }: Stage, { people, assets }: Scene): Operation | null {
  const [person, asset] = [dice.pick(people), dice.pick(assets)]
  const all = [...books.payouts.entries.values()].filter((each) => each.asset === asset)
  const own = all.filter((each) => each.person === person)
  const isFit = dice.chance(0.9)
  const entry = dice.pick(isFit || dice.chance(0.8) ? own : all)
  const speed = dice.pick(SPEEDS)
  const [minimum, free] = [QUOTES[asset], books.free(person, asset)]
  const fee =
    isFit || dice.chance(0.7)
      ? minimum * BigInt(dice.pick(FEE_TIMES))
      : dice.pick([0n, minimum - 1n, RULES.feeMost + 1n])
  const most = free > fee + RULES.minimum ? free - fee : RULES.minimum
  const stored = dice.chance(0.1) ? most : dice.units(dice.chance(0.6) && most > SMALL ? SMALL : most) + RULES.minimum
  const amount =
    isFit || dice.chance(0.7) ? (stored > most ? most : stored) : dice.pick([0n, RULES.minimum - 1n, free + 1n])
  const { entryId, address } = entry
  return { kind: "withdraw", person, asset, entryId, address, amount: String(amount), fee: String(fee), speed }
}

/** Most withdrawals are below every limit. */
const SMALL = 5_000_000n
const FEE_TIMES = [1, 1, 2, 5, 50]

const onHold = (stage: Stage, kind: "void" | "expire"): Operation | null => {
  const holdId = stage.someHold()
  return holdId === null ? null : { kind, holdId }
}

/** Maximum blocks that a reorganization undoes. Bitcoin Cash itself undoes at most ten and reports more. */
const REORG_DEPTH_MAX = 12

type DrawOutside = (stage: Stage, asset: Asset) => Promise<Operation | null>

const onPayment = async (
  { dice, witness }: Stage,
  asset: Asset,
  kind: "doubleSpend" | "bump" | "evict",
): Promise<Operation | null> => {
  const payments = (await witness.payments(asset)).filter(({ isWaiting }) => isWaiting || kind === "doubleSpend")
  return payments.length === 0 ? null : { kind, asset, txid: dice.pick(payments).txid }
}

/** A reorganization that replaces the transaction by which a withdrawal arrived with another of its transactions. */
export const drawOther: DrawOutside = async ({ dice, payments }, asset) => {
  const others = (await payments.others(asset)).filter(({ depth }) => depth <= REORG_DEPTH_MAX)
  if (others.length === 0) return null
  const { raw, depth: undone } = dice.pick(others)
  return { kind: "takeEarlier", asset, raw, undone }
}

/** Events on a chain with their weights. */
export const CHAIN_OPERATIONS: ReadonlyArray<{ readonly weight: number; readonly draw: DrawOutside }> = [
  {
    weight: 30,
    draw: async ({ dice, scripts }, asset) => {
      const known = scripts.get(asset) ?? []
      if (known.length === 0) return null
      return { kind: "faucet", asset, script: dice.pick(known), amount: String(dice.units(200_000_000n) + 10_000n) }
    },
  },
  { weight: 36, draw: async ({ dice }, asset) => ({ kind: "mine", asset, blocks: dice.between(1, 4) }) },
  {
    weight: 9,
    draw: async ({ dice }, asset) => {
      return { kind: "reorg", asset, depth: dice.between(1, REORG_DEPTH_MAX), isLost: dice.chance(0.3) }
    },
  },
  { weight: 5, draw: (stage, asset) => onPayment(stage, asset, "doubleSpend") },
  { weight: 4, draw: (stage, asset) => onPayment(stage, asset, "bump") },
  { weight: 4, draw: (stage, asset) => onPayment(stage, asset, "evict") },
  {
    weight: 4,
    draw: async ({ away, dice }, asset) => {
      const [gone = asset] = away
      if (away.size === 0 && dice.chance(0.6)) return null
      return { kind: "away", asset: gone, isAway: !away.has(gone) }
    },
  },
  {
    weight: 3,
    draw: async ({ dice, books }, asset) => {
      const { stopped } = books.payouts
      if (stopped.size === 0 && dice.chance(0.6)) return null
      const stop = dice.pick([...stopped, ...stopped, dice.chance(0.3) ? null : asset])
      return { kind: "stop", asset: stop, isStopped: !stopped.has(stop) }
    },
  },
  {
    weight: 3,
    draw: async ({ dice, books, payments, change }, asset) => {
      const sent = books.payouts.open(asset).filter(({ attempts }) => attempts.length > 0)
      if (sent.length === 0) return null
      const { attempts } = dice.pick(sent)
      const script = strangersScript(dice.hex(20), asset)
      payments.rivals.add(script)
      return { kind: "rival", asset, inputs: attempts[0]?.inputs ?? [], script, change: change.get(asset) ?? "" }
    },
  },
  {
    weight: 4,
    draw: async (stage, asset) => {
      const { dice, books } = stage
      const other = dice.chance(0.5) ? await drawOther(stage, asset) : null
      if (other !== null) return other
      const replaced = books.payouts.open(asset).filter(({ attempts }) => attempts.length > 1)
      if (replaced.length === 0) return null
      return { kind: "takeEarlier", asset, raw: dice.pick(dice.pick(replaced).attempts).raw, undone: 0 }
    },
  },
  {
    weight: 5,
    draw: async ({ dice, books, payments }, asset) => {
      // Anyone may relay our own transactions of withdrawals in progress.
      const own = books.payouts.open(asset).flatMap(({ attempts }) => attempts.map(({ raw }) => raw))
      const lost = [...(await payments.lost(asset)), ...own]
      return lost.length === 0 ? null : { kind: "resend", asset, raw: dice.pick(lost) }
    },
  },
]

/** Points at which the worker can crash. */
const POINTS = [
  ...[
    "built",
    "signed",
    "broadcast",
    "noted markApproved",
    "noted payInternally",
    "noted build",
    "noted sign",
    "noted broadcast",
  ],
  ...[
    "noted scan",
    "scanned Seen",
    "scanned Confirmed",
    "scanned Bump",
    "scanned Rebroadcast",
    "scanned Failed",
    "scanned Nothing",
  ],
]

/** A worker run over the withdrawals of a chain; some crash in between. */
export const drawSend = ({ dice }: Stage, asset: Asset): Operation => {
  return { kind: "send", asset, dieAt: dice.chance(SEND_DIES) ? dice.pick(POINTS) : null }
}
const SEND_DIES = 0.35

/** A burst of commands on the books. Some are repeated, late, or reused with different content. */
export const drawBurst = (stage: Stage, size: number): ReadonlyArray<OperationRequest> => {
  const { dice } = stage
  const isRace = dice.chance(0.35)
  const scene: Scene = isRace
    ? { people: distinct(stage, dice.between(2, 3)), assets: [dice.pick(ASSETS)] }
    : { people: stage.people, assets: ASSETS }
  const burst: Array<OperationRequest> = []
  while (burst.length < size) {
    stage.tick()
    const requested = drawAsked(stage, scene)
    if (requested === null) continue
    burst.push(requested)
    if (dice.chance(0.06) && burst.length < size) burst.push(requested)
  }
  return burst
}

const drawAsked = (stage: Stage, scene: Scene): OperationRequest | null => {
  const { dice, atMs } = stage
  const earlier = stage.requested.length > 0 && dice.chance(0.08) ? dice.pick(stage.requested) : null
  const operation = earlier !== null && dice.chance(0.7) ? earlier.operation : drawOne(stage, scene)
  if (operation === null) return null
  const commandId = earlier !== null && operation.kind !== "address" ? earlier.commandId : dice.id()
  const requested = { commandId, atMs, operation }
  if (earlier === null && operation.kind !== "flush" && operation.kind !== "address") stage.remember(requested)
  return requested
}

const drawOne = (stage: Stage, scene: Scene): Operation | null =>
  stage.dice.weighed(LEDGER_OPERATIONS).draw(stage, scene)

const distinct = ({ dice, people }: Stage, count: number): ReadonlyArray<string> => {
  const left = [...people]
  return Array.from({ length: count }, () => left.splice(dice.below(left.length), 1)[0] ?? "")
}
