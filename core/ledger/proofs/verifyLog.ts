import type { SqlClient } from "#core/kernel"

/** Proofs per statement. */
const PROOFS_AT_ONCE = 200

/** The event types that proofs cover: money, and the proofs of paydays, as in `wallet.prove_next` (migration 0051). */
const PROVED_TYPES = ["ledger.%", "wallet.%", "subscriptions.PaydayProved.%"]

/** A proof as operators store it outside the database: `12:5feceb66…`. */
export type KeptProof = { readonly number: number; readonly digest: string }

/** Parses a stored proof; null if it is malformed. */
export const readProof = (text: string): KeptProof | null => {
  const [, number, digest] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return number === undefined || digest === undefined ? null : { number: Number(number), digest }
}

/** The last proof, as operators store it; null if there is none. */
export const lastProof = async (sql: SqlClient): Promise<string | null> => {
  const [row] = await sql<Array<{ last: string }>>`
    select number || ':' || encode(digest, 'hex') as last from wallet.proof order by number desc limit 1`
  return row?.last ?? null
}

export type Verification = {
  readonly proofs: number
  /** Covered events. */
  readonly events: number
  /** Events after the last proof, which the next one will cover. */
  readonly unproved: number
  /** The last proof, to be stored outside the database; null if there is none. */
  readonly last: string | null
  /** Proofs that do not match: events after `after` up to `until` were changed, added or removed. */
  readonly broken: ReadonlyArray<{ readonly number: number; readonly after: number; readonly until: number }>
  /** Stored proofs that are missing: the log was changed together with its proofs. */
  readonly lost: ReadonlyArray<KeptProof>
}

/** Checks that no wallet event has changed since its proof was made. */
export const verifyLog = async (sql: SqlClient, kept: ReadonlyArray<KeptProof> = []): Promise<Verification> =>
  sql.begin("isolation level repeatable read read only", async (transaction) => {
    const [head] = await transaction<Array<{ proofs: number; events: number; last: string | null; until: number }>>`
      select count(*)::integer as proofs, coalesce(sum(events), 0)::integer as events,
        (select number || ':' || encode(digest, 'hex') from wallet.proof order by number desc limit 1) as last,
        coalesce(max(last_position), 0) as until
      from wallet.proof`
    const { proofs, events, last, until } = head ?? { proofs: 0, events: 0, last: null, until: 0 }
    const broken: Array<Verification["broken"][number]> = []
    for (let from = 0; from < proofs; from += PROOFS_AT_ONCE)
      broken.push(
        ...(await transaction<Array<Verification["broken"][number]>>`
          select p.number, p.after, p.last_position as until
          from (select *, coalesce(lag(last_position) over w, 0) as after, lag(digest) over w as digest_before
                  from wallet.proof window w as (order by number)) p,
            lateral (select count(*) as events, string_agg(wallet.digest_of(e), ''::bytea order by e.position) as digests
                       from es.event e
                      where e.position > p.after and e.position <= p.last_position and e.type like any (${PROVED_TYPES})) l
          where p.number > ${from} and p.number <= ${from + PROOFS_AT_ONCE}
            and (p.events <> l.events
              or p.digest <> sha256(coalesce(p.digest_before, '') || coalesce(l.digests, '')))
          order by p.number`),
      )
    const [behind] = await transaction<Array<{ unproved: number }>>`
      select count(*)::integer as unproved from es.event where position > ${until} and type like any (${PROVED_TYPES})`
    const there = await transaction<Array<KeptProof>>`
      select number, encode(digest, 'hex') as digest from wallet.proof
      where number = any(${kept.map(({ number }) => number)})`
    const lost = kept.filter((one) => !there.some((each) => each.number === one.number && each.digest === one.digest))
    return { proofs, events, unproved: behind?.unproved ?? 0, last, broken, lost }
  })
