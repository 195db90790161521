import { BASE_CURRENCIES } from "#contract/wallet"
import type { ForwardedPart, ListedCycle, ListedPayday, ListedShare } from "#projections/subscriptions"
import type { Calls } from "#src/api/calls.ts"
import type { T } from "../../i18n/index.ts"
import { formatAmount } from "../../lib/formatAmount.ts"
import { formatValue } from "../../lib/prices.ts"
import { printableName } from "../statement/pdfText.ts"
import type { PrintedReceipt, ReceiptLine } from "../statement/receiptPdf.ts"

type Receipt = NonNullable<Calls["Donation/LoadReceipt"]["data"]["receipt"]>
type Named = { readonly displayName: string | null; readonly userCode: string }
type Printing = Pick<PrintedReceipt, "t" | "format" | "timeZone" | "createdAt" | "isDemo" | "proofsUrl">

const sumOf = (units: ReadonlyArray<string>): bigint => units.reduce((sum, each) => sum + BigInt(each), 0n)

/** What a creator keeps of a payment. */
const keptOf = ({ units, forwarded = [] }: Pick<ListedShare, "units" | "forwarded">): bigint =>
  BigInt(units) - sumOf(forwarded.map((part) => part.units))

const amountIn = (t: T, assetTypeId: number) => (units: bigint) =>
  Object.values(formatAmount(units, assetTypeId, t.locale)).join(" ")

const personText = (person: Named): string => {
  const name = printableName(person)
  return name === person.userCode ? name : `${name} (${person.userCode})`
}

/** The printed receipt of a paid period: what was charged, and, once it is paid out, who got what of it. */
export const printedCycle = (
  printing: Printing,
  payer: Named,
  cycle: ListedCycle,
  channels: ReadonlyMap<string, { readonly subject: string; readonly code: string }>,
  receipt: Receipt | null,
): PrintedReceipt => {
  const { t, format } = printing
  const amountOf = amountIn(t, cycle.assetTypeId)
  const base = BASE_CURRENCIES.find(({ assetTypeId }) => assetTypeId === cycle.currencyId)
  const nameOf = (creatorId: string) => {
    const channel = channels.get(creatorId)
    if (channel === undefined) return t("subscriptions.creator.gone")
    return printableName({ displayName: channel.subject, userCode: channel.code })
  }
  const premiumOf = (creatorId: string) => t("subscriptions.records.premium", { name: nameOf(creatorId) })
  const line = (label: string, units: bigint): ReceiptLine => ({ label, amount: amountOf(units) })
  const closed = cycle.seats.flatMap((seat) => (seat.closed === null ? [] : [seat.closed]))
  const returned = sumOf([cycle.returned, ...closed.map((seat) => seat.returned)])
  const forwardedOf = ({ forwarded = [] }: Pick<ListedShare, "forwarded">) =>
    forwarded.map(({ toId, units }) =>
      line(
        channels.has(toId)
          ? t("subscriptions.forward.entry", { name: nameOf(toId) })
          : t("subscriptions.forward.entry.someone"),
        BigInt(units),
      ),
    )
  const parts =
    cycle.closedAt === null
      ? [
          line(t("subscriptions.receipt.fee"), BigInt(cycle.units)),
          ...cycle.seats.map((seat) => line(premiumOf(seat.creatorId), BigInt(seat.units))),
        ]
      : [
          ...cycle.shares.map((share) => line(nameOf(share.creatorId), keptOf(share))),
          ...cycle.seats.map((seat) => line(premiumOf(seat.creatorId), keptOf(seat.closed ?? { units: "0" }))),
          ...[...cycle.shares, ...closed].flatMap(forwardedOf),
          line(t("subscriptions.cut"), sumOf([cycle.cut, ...closed.map((seat) => seat.cut)])),
          ...(returned === 0n ? [] : [line(t("subscriptions.records.returned"), returned)]),
        ]
  const charged = {
    date: format.dateTime(cycle.chargedAt),
    fee: base === undefined ? "" : formatValue(BigInt(cycle.msf), base, t.locale),
    snapshot: cycle.snapshotId,
  }
  return {
    ...printing,
    title: t("subscriptions.receipt.title"),
    facts: [
      [t("subscriptions.receipt.number"), `${cycle.number}.${cycle.n}`],
      [t("subscriptions.receipt.payer"), personText(payer)],
      [
        t("subscriptions.receipt.period"),
        t("subscriptions.paid.span", { from: format.dateTime(cycle.startsAt), to: format.dateTime(cycle.endsAt) }),
      ],
      [t("subscriptions.receipt.price"), t("subscriptions.records.charged", charged)],
    ],
    sum: line(t("subscriptions.receipt.paid"), sumOf([cycle.units, ...cycle.seats.map(({ units }) => units)])),
    parts,
    notes: [
      ...(cycle.closedAt === null ? [t("subscriptions.receipt.open")] : []),
      ...(cycle.closedAt !== null && receipt === null ? [t("subscriptions.receipt.unproved")] : []),
    ],
    proofs: receipt === null ? [] : [receipt.proof],
  }
}

/** The printed receipt of what a payday brought a creator. It does not tell who paid. */
export const printedPayday = (
  printing: Printing,
  creator: Named,
  { paydayId, assetTypeId, amount, cycles, paidAt }: ListedPayday,
  receipts: ReadonlyArray<Receipt>,
  forwarded: ReadonlyArray<ForwardedPart>,
  worth: string | null,
): PrintedReceipt => {
  const { t, format } = printing
  const amountOf = amountIn(t, assetTypeId)
  const entries = receipts.flatMap((receipt) => receipt.entries)
  const nameOf = ({ displayName, userCode }: ForwardedPart) =>
    userCode === null ? t("subscriptions.forward.gone") : printableName({ displayName, userCode })
  const partOf = (kind: "share" | "premium", label: string): ReadonlyArray<ReceiptLine> => {
    const found = entries.filter((entry) => entry.kind === kind)
    return found.length === 0 ? [] : [{ label, amount: amountOf(sumOf(found.map(({ units }) => units))) }]
  }
  return {
    ...printing,
    title: t("creators.payday.title"),
    facts: [
      [t("subscriptions.receipt.number"), paydayId],
      [t("creators.payday.recipient"), personText(creator)],
      [t("creators.payday.paidAt"), format.dateTime(paidAt)],
      [t("creators.payday.from"), t("paydays.cycles", { count: cycles })],
      ...(worth === null ? [] : [[t("creators.payday.value"), worth] as const]),
    ],
    sum: { label: t("creators.payday.paid"), amount: amountOf(BigInt(amount)) },
    parts: [
      ...partOf("share", t("creators.payday.shares")),
      ...partOf("premium", t("creators.payday.premium")),
      ...forwarded.flatMap((part) =>
        part.isFrom
          ? [
              {
                label: t("subscriptions.forward.entry.by", { name: nameOf(part) }),
                amount: amountOf(BigInt(part.amount)),
              },
            ]
          : [],
      ),
    ],
    notes: [
      ...forwarded.flatMap((part) =>
        part.isFrom
          ? []
          : [t("subscriptions.forward.passed", { name: nameOf(part), amount: amountOf(BigInt(part.amount)) })],
      ),
      t("creators.payday.net"),
      ...(receipts.length === 0 ? [t("subscriptions.receipt.unproved")] : []),
    ],
    proofs: receipts.map(({ proof }) => proof),
  }
}
