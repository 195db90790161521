import { createHash, randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { currentCommand, EventStore, formatIso, Sealing, Sql, StreamConflict } from "#core/kernel"
import { lastProof } from "#core/ledger"
import { type CycleRef, cycleIdOf } from "../cycle/Cycle.ts"
import { type CycleClosed, CycleEvents } from "../cycle/events.ts"
import { PROOF_CYCLES_MAX } from "../limits.ts"
import { entriesOf, receiptCycle } from "./entriesOf.ts"
import { PaydayEvents, PaydayProved } from "./events.ts"
import { type MerkleTree, merkleTree } from "./merkleTree.ts"
import { type PaydayProof, proofText, type Receipt } from "./receipt.ts"

const STREAM = "paydays-all"
const CLOSED = "subscriptions.CycleClosed.v1"
/** Events of one read. */
const PAGE = 1_000
/** Trees that stay in memory: people look at recent receipts. */
const TREES_MAX = 4

type Proved = typeof PaydayProved.Type
type Closed = typeof CycleClosed.Type

/** Proofs of what subscriptions paid out, and the receipts that they prove. */
export class PaydayProofs extends Context.Service<
  PaydayProofs,
  {
    /** Proves the cycles that were closed since the last proof. Any number of processes may call it. Returns their number. */
    readonly prove: Effect.Effect<number>
    /** The receipt of a payer for one of their closed cycles; null if it is open, or not proved yet. */
    receiptOf(cycle: CycleRef): Effect.Effect<Receipt | null>
    /** The receipts of a creator for cycles that others paid, one for each proof. They do not tell who paid. */
    incomeReceipts(creatorId: string, cycles: ReadonlyArray<CycleRef>): Effect.Effect<ReadonlyArray<Receipt>>
    /** Numbers of proofs that do not match the log or each other. */
    readonly verifyAll: Effect.Effect<{ readonly proofs: number; readonly broken: ReadonlyArray<number> }>
  }
>()("core/subscriptions/PaydayProofs") {
  static readonly layer = Layer.effect(
    PaydayProofs,
    Effect.gen(function* () {
      const store = yield* EventStore
      const { client: sql } = yield* Sql
      const provideSealing = Effect.provideService(Sealing, yield* Sealing)
      const trees = new Map<number, MerkleTree>()

      const countProofs = Effect.map(store.versions([STREAM]), (versions) => versions.get(STREAM) ?? 0)
      const readProof = Effect.fnUntraced(function* (number: number) {
        const [stored] = number < 1 ? [] : yield* store.readStream(STREAM, number - 1, 1)
        return stored === undefined ? null : PaydayEvents.decodeSync(stored.type, stored.data)
      })

      /** Closed cycles after a position, and the position of the last one. */
      const readClosed = Effect.fnUntraced(function* (after: number, upTo: number) {
        const found: Array<Closed> = []
        let until = after
        while (found.length < PROOF_CYCLES_MAX) {
          const limit = Math.min(PAGE, PROOF_CYCLES_MAX - found.length)
          const events = yield* store.readLog({ after: until, upTo, limit, types: [CLOSED] })
          for (const { type, data, position } of events) {
            const event = CycleEvents.decodeSync(type, data)
            if (event._tag === CLOSED) found.push(event)
            until = position
          }
          if (events.length < limit) break
        }
        return { found, until }
      })
      const treeOf = (found: ReadonlyArray<Closed>, salt: string) =>
        merkleTree(found.flatMap((closed) => entriesOf(closed, salt)))

      const keptTree = Effect.fnUntraced(function* ({ number, after, until, salt }: Proved) {
        const tree = trees.get(number) ?? treeOf((yield* readClosed(after, until)).found, salt)
        trees.delete(number)
        trees.set(number, tree)
        const [oldest] = trees.keys()
        if (trees.size > TREES_MAX && oldest !== undefined) trees.delete(oldest)
        return tree
      })

      const proveNext = Effect.fnUntraced(function* () {
        const version = yield* countProofs
        const last = yield* readProof(version)
        const { found, until } = yield* readClosed(last?.until ?? 0, yield* store.watermark)
        if (found.length === 0) return 0
        const salt = randomBytes(32).toString("hex")
        const bare = {
          ...{ number: version + 1, previous: last?.digest ?? "", root: treeOf(found, salt).root },
          cycles: found.length,
          entries: found.reduce((sum, closed) => sum + entriesOf(closed, salt).length, 0),
          walletProof: (yield* Effect.promise(() => lastProof(sql))) ?? "",
        }
        const proved = PaydayProved.make({
          ...{ ...bare, after: last?.until ?? 0, until, digest: digestOf(bare), salt },
          provedAt: formatIso(yield* Clock.currentTimeMillis),
        })
        const { hasClientId: _, ...command } = yield* currentCommand
        const events = [yield* provideSealing(PaydayEvents.encode(proved))]
        yield* store.append({ ...command, streams: [{ stream: STREAM, expected: version, events }] })
        return found.length
      })

      /** The proof of an event of the log; null if there is none yet. */
      const proofAt = Effect.fnUntraced(function* (position: number) {
        let [low, high] = [1, yield* countProofs]
        while (low < high) {
          const middle = Math.floor((low + high) / 2)
          const proof = yield* readProof(middle)
          if (proof !== null && proof.until < position) low = middle + 1
          else high = middle
        }
        const proof = yield* readProof(low)
        return proof !== null && proof.after < position && position <= proof.until ? proof : null
      })

      const proofOf = Effect.fnUntraced(function* (cycle: CycleRef) {
        const events = yield* store.readStream(`cycle-${cycleIdOf(cycle)}`)
        const closed = events.findLast(({ type }) => type === CLOSED)
        return closed === undefined ? null : yield* proofAt(closed.position)
      })

      return PaydayProofs.of({
        prove: Effect.gen(function* () {
          for (let all = 0; ; ) {
            // Another process that is faster proves the same cycles.
            const proved = yield* proveNext().pipe(
              Effect.catchIf(
                (error) => error instanceof StreamConflict,
                () => Effect.succeed(0),
              ),
              Effect.orDie,
            )
            all += proved
            if (proved < PROOF_CYCLES_MAX) return all
          }
        }).pipe(Effect.withSpan("PaydayProofs.prove")),

        receiptOf: Effect.fn("PaydayProofs.receiptOf")(function* (ref) {
          const proved = yield* proofOf(ref)
          if (proved === null) return null
          const cycle = receiptCycle(ref, proved.salt)
          const entries = (yield* keptTree(proved)).entriesOf(new Set([tagOf(ref, proved.salt)]))
          return { cycle, entries: [...entries].sort(byKind), proof: toProof(proved) }
        }),

        incomeReceipts: Effect.fn("PaydayProofs.incomeReceipts")(function* (creatorId, cycles) {
          const byProof = new Map<number, { readonly proved: Proved; readonly tags: Set<string> }>()
          for (const ref of cycles) {
            const proved = yield* proofOf(ref)
            if (proved === null) continue
            const group = byProof.get(proved.number) ?? { proved, tags: new Set() }
            group.tags.add(tagOf(ref, proved.salt))
            byProof.set(proved.number, group)
          }
          return yield* Effect.forEach([...byProof.values()], ({ proved, tags }) =>
            Effect.map(keptTree(proved), (tree) => ({
              cycle: null,
              // Entries of others would reveal who paid, and which other creators they support.
              entries: tree.entriesOf(tags).filter(({ recipient }) => recipient === creatorId),
              proof: toProof(proved),
            })),
          )
        }),

        verifyAll: Effect.gen(function* () {
          const proofs = yield* countProofs
          const broken: Array<number> = []
          let last: Proved | null = null
          for (let number = 1; number <= proofs; number += 1) {
            const proof: Proved | null = yield* readProof(number)
            if (proof === null) continue
            const { found } = yield* readClosed(proof.after, proof.until)
            const isRight =
              treeOf(found, proof.salt).root === proof.root &&
              found.length === proof.cycles &&
              digestOf(proof) === proof.digest &&
              proof.previous === (last?.digest ?? "") &&
              proof.after === (last?.until ?? 0)
            if (!isRight) broken.push(number)
            last = proof
          }
          return { proofs, broken }
        }).pipe(Effect.withSpan("PaydayProofs.verifyAll")),
      })
    }),
  )
}

const digestOf = (proof: Omit<PaydayProof, "digest">): string =>
  createHash("sha256").update(proofText(proof)).digest("hex")

const tagOf = (ref: CycleRef, salt: string): string =>
  entriesOf(
    {
      ...ref,
      _tag: CLOSED,
      assetTypeId: 0,
      shares: [],
      cut: "0",
      returned: "0",
      endsAt: "",
      paydayId: null,
      closedAt: "",
    },
    salt,
  )[0]?.tag ?? ""

const toProof = ({ number, cycles, entries, root, previous, walletProof, digest }: Proved): PaydayProof => ({
  ...{ number, cycles, entries, root, previous, walletProof, digest },
})

const ORDER = ["paid", "share", "premium", "forwarded", "cut", "returned"]
const byKind = (one: { readonly kind: string }, other: { readonly kind: string }) =>
  ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)
