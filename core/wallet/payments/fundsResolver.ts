import { Effect, Exit, Request, RequestResolver } from "effect"
import type { SqlClient } from "#core/kernel"
import { personAccount } from "#core/ledger"
import { donatedUnverifiedByAll } from "../donations/unverifiedDonations.ts"

/** What a person can spend of an asset, and what they paid of it without verification within the last 24 hours. */
export class FundsOf extends Request.Class<
  { readonly fromId: string; readonly assetTypeId: number; readonly nowMs: number },
  { readonly available: bigint; readonly unverified: bigint }
> {}

/** Payments that are authorised in one tick. */
const FUNDS_AT_ONCE_MAX = 500

/** Reads the funds of all payments that are authorised in one tick together, for the many of a rush. */
export const fundsResolver = (sql: SqlClient) =>
  RequestResolver.make<FundsOf>((entries) =>
    Effect.promise(async () => {
      const payments = entries.map(({ request: { fromId, assetTypeId, nowMs } }) => ({ fromId, assetTypeId, nowMs }))
      const accountOf = ({ fromId, assetTypeId }: (typeof payments)[number]) =>
        personAccount("available", assetTypeId, fromId)
      const rows = await sql<Array<{ account: string; available: string }>>`
        select account, (posted - held)::text as available from wallet.account
         where account = any(${payments.map(accountOf)}::text[])`
      const available = new Map(rows.map((row) => [row.account, BigInt(row.available)]))
      const unverified = await donatedUnverifiedByAll(sql, payments)
      for (const [place, { request, completeUnsafe }] of entries.entries())
        completeUnsafe(
          Exit.succeed({ available: available.get(accountOf(request)) ?? 0n, unverified: unverified[place] ?? 0n }),
        )
    }),
  ).pipe(RequestResolver.batchN(FUNDS_AT_ONCE_MAX))
