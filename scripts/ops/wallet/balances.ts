import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { readAccount } from "#core/ledger"
import { findPerson } from "#projections/accounts"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { waitUntilCaughtUp } from "../lib/waitUntilCaughtUp.ts"
import { amountText } from "./coin.ts"

type Row = { readonly account: string; readonly posted: string; readonly held: string; readonly entries: number }

const of = Flag.String("of").pipe(Flag.withDescription("Only accounts of the person with this code"), Flag.optional)

/** Balances of one person, or of the platform with the sums of all people. */
export const balances = Command.make("balances", { of, json }, (flags) =>
  inSession(flags, async (session, output) => {
    await waitUntilCaughtUp(session)
    await session.run(refreshAssetTypes)
    const code = Option.getOrNull(flags.of)
    const person = code === null ? null : await session.run(findPerson(code))
    if (code !== null && person === null) throw new Refused(`No person has the code ${code}.`, EXIT.usage)
    const rows = await (person === null
      ? session.sql<Array<Row>>`
          select case owner_id when '' then account else kind || ':' || asset_type_id || ':all people' end as account,
            sum(posted)::text as posted, sum(held)::text as held, sum(entries)::integer as entries
          from read.wallet_account group by 1, asset_type_id, kind order by asset_type_id, kind`
      : session.sql<Array<Row>>`
          select account, posted::text, held::text, entries from read.wallet_account
          where owner_id = ${person.personId} order by asset_type_id, kind`)
    output.table(
      rows.map(({ account, posted, held, entries }) => {
        const { kind, assetTypeId, ownerId } = nameOf(account)
        return {
          account: `${kind}${ownerId === "" ? "" : " of people"}`,
          holds: amountText(posted, assetTypeId),
          "on hold": amountText(held, assetTypeId),
          entries,
        }
      }),
    )
    if (rows.length === 0) output.say("No bookings yet.")
    output.document({ balances: rows.map(({ account, ...row }) => ({ ...nameOf(account), ...row })) })
  }),
).pipe(Command.withDescription("Show balances of one person, or of the platform with the sums of all people"))

const nameOf = (account: string) =>
  account.endsWith(":all people")
    ? { ...readAccount(`${account.slice(0, -"all people".length)}${NOBODY}`), ownerId: "all people" }
    : readAccount(account)
const NOBODY = "00000000-0000-0000-0000-000000000000"
