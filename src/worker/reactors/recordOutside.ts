import { join } from "node:path"
import { WithdrawalEvents } from "#core/wallet"
import type { Reactor } from "#projections/runner"
import { appendLine } from "./appendLine.ts"

/** An event whose effect others have seen: a payout on a chain, letters in mailboxes, a post in readers' apps. */
export type OutsideRecord = {
  readonly eventId: string
  readonly type: string
  readonly stream: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  /** Of a payout. */
  readonly txid?: string
}

/** What the outside has seen, one JSON document per line; a line may be repeated. */
export const outsideFileOf = (backupDirectory: string): string => join(backupDirectory, "outside.ndjson")

const PAYOUT = "wallet.WithdrawalBroadcast.v1"

/**
 * Appends what the outside has seen to a file beside the backups, so that a restore to an earlier time can list what the
 * restored database does not know.
 */
export const recordOutsideReactor = (file: string): Reactor => ({
  name: "record_outside",
  types: [PAYOUT, "newsletters.BatchSubmitted.v1", "publishing.PostPublished.v1"],
  from: "beginning",
  react: async ({ eventId, type, stream, recordedAt, data }) => {
    const payout = type === PAYOUT ? WithdrawalEvents.decodeSync(type, data) : null
    const record: OutsideRecord = { eventId, type, stream, recordedAt }
    await appendLine(file, payout?._tag === PAYOUT ? { ...record, txid: payout.txid } : record)
  },
})
