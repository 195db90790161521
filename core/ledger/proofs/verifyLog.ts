import type { SqlClient } from "#core/kernel"
import { PROOF_SCOPES, type ProofScope } from "./proofScopes.ts"

/** Proofs per statement. */
const PROOFS_AT_ONCE = 200

/** A proof as operators store it outside the database: `12:5feceb66…`. */
export type KeptProof = { readonly number: number; readonly digest: string }

/** Parses a stored proof; null if it is malformed. */
export const readProof = (text: string): KeptProof | null => {
  const [, number, digest] = /^([1-9]\d{0,8}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return number === undefined || digest === undefined ? null : { number: Number(number), digest }
}

/** The last proof, as operators store it, with its time and the number of events that all proofs cover; null if there is none. */
export const newestProof = async (
  sql: SqlClient,
): Promise<{ readonly proof: string; readonly madeAt: Date; readonly events: number } | null> => {
  const [row] = await sql<Array<{ proof: string; madeAt: Date; events: number }>>`
    select number || ':' || encode(digest, 'hex') as proof, made_at as "madeAt",
      (select sum(events)::integer from wallet.proof) as events
    from wallet.proof order by number desc limit 1`
  return row ?? null
}

/** The last proof, as operators store it; null if there is none. */
export const lastProof = async (sql: SqlClient): Promise<string | null> => (await newestProof(sql))?.proof ?? null

/** A proof that does not match: events after `after` up to `until` were changed, added or removed. */
export type BrokenProof = {
  readonly number: number
  /** Unknown if somebody changed the scope of a proof. */
  readonly scope: ProofScope | "unknown"
  readonly after: number
  readonly until: number
}

export type Verification = {
  readonly proofs: number
  /** Covered events; an event in two scopes counts twice. */
  readonly events: number
  /** Events after the last proof of their scope, which the next one will cover. */
  readonly unproved: number
  /** The last proof, to be stored outside the database; null if there is none. */
  readonly last: string | null
  readonly broken: ReadonlyArray<BrokenProof>
  /** Stored proofs that are missing: the log was changed together with its proofs. */
  readonly lost: ReadonlyArray<KeptProof>
}

/** Checks that no proved event has changed since its proof was made. */
export const verifyLog = async (sql: SqlClient, stored: ReadonlyArray<KeptProof> = []): Promise<Verification> =>
  sql.begin("isolation level repeatable read read only", async (transaction) => {
    const [head] = await transaction<Array<{ proofs: number; events: number; last: string | null }>>`
      select coalesce(max(number), 0) as proofs, coalesce(sum(events), 0)::integer as events,
        (select number || ':' || encode(digest, 'hex') from wallet.proof order by number desc limit 1) as last
      from wallet.proof`
    const { proofs, events, last } = head ?? { proofs: 0, events: 0, last: null }
    const broken: Array<BrokenProof> = [
      ...(await transaction<Array<BrokenProof>>`
        select number, 'unknown' as scope, 0 as after, last_position as until from wallet.proof
        where scope <> all(${PROOF_SCOPES.map(({ scope }) => scope)})`),
    ]
    let unproved = 0
    for (const { scope, name, types, byOperators } of PROOF_SCOPES) {
      for (let from = 0; from < proofs; from += PROOFS_AT_ONCE)
        broken.push(
          ...(await transaction<Array<BrokenProof>>`
            select p.number, ${name}::text as scope, p.after, p.last_position as until
            from (select *, coalesce(lag(last_position) over (partition by scope order by number), 0) as after,
                    lag(digest) over (order by number) as digest_before,
                    coalesce(lag(number) over (order by number), 0) as number_before
                    from wallet.proof) p,
              lateral (select count(*) as events, string_agg(wallet.digest_of(e), ''::bytea order by e.position) as digests
                         from es.event e
                        where e.position > p.after and e.position <= p.last_position
                          and (e.type like any (${types}) or (${byOperators} and e.actor like 'operator:%'))) l
            where p.scope = ${scope} and p.number > ${from} and p.number <= ${from + PROOFS_AT_ONCE}
              and (p.events <> l.events or p.number <> p.number_before + 1
                or p.digest <> sha256(coalesce(p.digest_before, '') || coalesce(l.digests, '')))
            order by p.number`),
        )
      const [behind] = await transaction<Array<{ unproved: number }>>`
        select count(*)::integer as unproved from es.event e
        where e.position > (select coalesce(max(last_position), 0) from wallet.proof where scope = ${scope})
          and (e.type like any (${types}) or (${byOperators} and e.actor like 'operator:%'))`
      unproved += behind?.unproved ?? 0
    }
    const there = await transaction<Array<KeptProof>>`
      select number, encode(digest, 'hex') as digest from wallet.proof
      where number = any(${stored.map(({ number }) => number)})`
    const lost = stored.filter((one) => !there.some((each) => each.number === one.number && each.digest === one.digest))
    return { proofs, events, unproved, last, broken: broken.toSorted((a, b) => a.number - b.number), lost }
  })
