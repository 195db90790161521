import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { jsonBuildObject } from "kysely/helpers/postgres"
import { Sql } from "#core/kernel"
import { LedgerEvents, movesOf, type Purpose, readAccount } from "#core/ledger"
import { account } from "#projections/accounts"
import { readModels } from "#projections/runner"
import { deposit, movement, withdrawal } from "./tables.ts"

/** Movements on one page at most. */
export const MOVEMENTS_PAGE_MAX = 100

const db = readModels(movement, deposit, withdrawal, account).withTables<{
  "wallet.chain": { asset_type_id: number; tip_height: number }
  "es.event": { position: number; stream: string; version: number; type: string; data: unknown }
}>()

const movements = db
  .selectFrom("read.movement as m")
  .select([
    "m.position",
    "m.account",
    "m.asset_type_id as assetTypeId",
    "m.purpose",
    "m.amount",
    "m.balance",
    "m.reference",
    "m.at",
  ])
  .select((eb) =>
    eb
      .selectFrom("read.account as a")
      .select(({ ref }) =>
        jsonBuildObject({
          userCode: ref("a.user_code"),
          channelCode: ref("a.channel_code"),
          displayName: ref("a.display_name"),
        }).as("other"),
      )
      .whereRef("a.person_id", "=", "m.other_id")
      // The other person; null if there is none, or if their account was deleted.
      .as("other"),
  )
type MovementRow = InferResult<typeof movements>[number]

/** An entry of a person's account. Amounts are in minor units. */
export type Movement = Omit<MovementRow, "amount" | "balance"> & { readonly amount: bigint; readonly balance: bigint }

const toMovement = (row: MovementRow): Movement => ({
  ...row,
  amount: BigInt(row.amount),
  balance: BigInt(row.balance),
})

/** Identifies an entry: one event may have several on accounts of one person. */
export type MovementKey = Pick<Movement, "position" | "account">

const MOVEMENT_ID = /^([1-9]\d{0,14})-(available|earned)-([1-9]\d{0,3})$/

/** The id of an entry in page addresses and calls: `4711-available-1`. */
export const movementId = ({ position, account }: MovementKey): string => {
  const { kind, assetTypeId } = readAccount(account)
  return `${position}-${kind}-${assetTypeId}`
}

/** Reads the id of an entry of this person, or null. */
export const parseMovementId = (text: string, personId: string): MovementKey | null => {
  const [, position, kind, assetTypeId] = MOVEMENT_ID.exec(text) ?? []
  return position === undefined ? null : { position: Number(position), account: `${kind}:${assetTypeId}:${personId}` }
}

/** What a person typed into the search of their statement. */
export type MovementSearch = {
  /** Part of the other person's name or code, of the message, the reference or the transaction id. */
  readonly text: string
  /** The end of an id that a receipt number stands for, as hexadecimal text; null if the text is none. */
  readonly tail: string | null
  /** Amounts in either direction, by coin. */
  readonly amounts: ReadonlyArray<{ readonly assetTypeId: number; readonly units: bigint }>
}

/** Filters and range of a statement; null means no limit. */
export type MovementQuery = {
  readonly assetTypeId: number | null
  readonly purpose: Purpose | null
  /** Only movements in one direction. */
  readonly direction?: "in" | "out" | null
  readonly search?: MovementSearch | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly until: Date | null
  /** Only movements older than this one. */
  readonly before: MovementKey | null
  readonly limit: number
}

const NO_SEARCH: MovementSearch = { text: "", tail: null, amounts: [] }

/** Whether a movement `m` is found by a search. Its conditions are checked row by row within one person's movements. */
const matches = ({ text, tail, amounts }: MovementSearch) => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`
  const conditions = [
    sql<boolean>`m.reference ilike ${pattern}`,
    sql<boolean>`exists (select from read.account a
      where a.person_id = m.other_id and (a.display_name ilike ${pattern} or a.user_code ilike ${pattern}))`,
    sql<boolean>`exists (select from read.donation d
      where m.reference = 'donation-' || d.donation_id and d.message ilike ${pattern})`,
    sql<boolean>`exists (select from read.withdrawal w
      where m.reference = 'withdrawal-' || w.withdrawal_id and w.txid ilike ${pattern})`,
    ...(tail === null ? [] : [sql<boolean>`m.reference like ${`%${tail}%`}`]),
    ...amounts.map(
      ({ assetTypeId, units }) => sql<boolean>`(m.asset_type_id = ${assetTypeId} and abs(m.amount) = ${String(units)})`,
    ),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** A page of a person's movements, newest first. One index range. */
export const pageMovements = Effect.fn("pageMovements")(function* (
  personId: string,
  { assetTypeId, purpose, direction = null, search = null, from, until, before, limit }: MovementQuery,
) {
  const { query } = yield* Sql
  const own =
    assetTypeId === null
      ? movements.where("m.owner_id", "=", personId)
      : movements.where("m.account", "=", `available:${assetTypeId}:${personId}`)
  const rows = yield* query(
    own
      .$if(before !== null, (page) =>
        page
          .where("m.position", "<=", before?.position ?? 0)
          .where((eb) =>
            eb.or([eb("m.position", "<", before?.position ?? 0), eb("m.account", "<", before?.account ?? "")]),
          ),
      )
      .$if(purpose !== null, (page) => page.where("m.purpose", "=", purpose))
      .$if(direction !== null, (page) => page.where("m.amount", direction === "in" ? ">" : "<", "0"))
      .$if(search !== null, (page) => page.where(matches(search ?? NO_SEARCH)))
      .$if(from !== null, (page) => page.where("m.at", ">=", from))
      .$if(until !== null, (page) => page.where("m.at", "<", until))
      .orderBy("m.position", "desc")
      .orderBy("m.account", "desc")
      .limit(Math.min(limit, MOVEMENTS_PAGE_MAX)),
  )
  return rows.map(toMovement)
})

/**
 * One movement of a person with all entries of its event, or null. Of a payday, which pays many creators, only the
 * person's own part. Reads the log, because read models lack the entries of
 * the platform.
 */
export const findMovement = Effect.fn("findMovement")(function* (personId: string, { position, account }: MovementKey) {
  const { query } = yield* Sql
  const [found] = yield* query(
    movements
      .where("m.owner_id", "=", personId)
      .where("m.account", "=", account)
      .where("m.position", "=", position)
      .limit(1),
  )
  if (found === undefined) return null
  const [event] = yield* query(db.selectFrom("es.event").select(["type", "data"]).where("position", "=", position))
  const moves = event === undefined ? [] : movesOf(LedgerEvents.decodeSync(event.type, event.data))
  const all = moves.map((move) => ({ ...readAccount(move.account), amount: move.amount }))
  const entries = found.purpose === "payout" ? ownPart(all, personId) : all
  return { ...toMovement(found), entries, onChain: yield* findTransaction(found.reference) }
})

type PaydayEntry = ReturnType<typeof readAccount> & { readonly amount: bigint }

/** The entries of a person, and what the prepaid fees gave for them. */
const ownPart = (entries: ReadonlyArray<PaydayEntry>, personId: string): ReadonlyArray<PaydayEntry> =>
  entries
    .filter(({ ownerId }) => ownerId === personId)
    .flatMap((own) => [own, { kind: "unearned", assetTypeId: own.assetTypeId, ownerId: "", amount: -own.amount }])

/** The transaction of a deposit or withdrawal. `confirmations` is null while it is in no block. */
const findTransaction = Effect.fnUntraced(function* (reference: string | null) {
  const { query } = yield* Sql
  const [, kind, id] = /^(deposit|withdrawal)-(.+)$/.exec(reference ?? "") ?? []
  if (kind === undefined || id === undefined) return null
  const [found] = yield* query(
    kind === "deposit"
      ? db
          .selectFrom("read.deposit as d")
          .leftJoin("wallet.chain as c", "c.asset_type_id", "d.asset_type_id")
          .select(["d.txid", confirmations<number | null>("d.height")])
          .where("d.deposit_id", "=", id)
      : db
          .selectFrom("read.withdrawal as w")
          .leftJoin("wallet.chain as c", "c.asset_type_id", "w.asset_type_id")
          .leftJoinLateral(
            (eb) =>
              eb
                .selectFrom("es.event")
                .select(sql<number>`(data->>'height')::int`.as("height"))
                .where("stream", "=", `withdrawal-${id}`)
                .where("type", "=", "wallet.WithdrawalConfirmed.v1")
                .orderBy("version", "desc")
                .limit(1)
                .as("confirmed"),
            (join) => join.onTrue(),
          )
          .select(["w.txid", confirmations<number | null>("confirmed.height")])
          .where("w.withdrawal_id", "=", id),
  )
  return found?.txid == null ? null : { ...found, txid: found.txid }
})

const confirmations = <T>(height: "d.height" | "confirmed.height") =>
  sql<T>`greatest(c.tip_height - ${sql.ref(height)} + 1, 0)`.as("confirmations")
