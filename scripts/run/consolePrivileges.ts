/** What the console may do with a table. A list of columns limits reading or changing to them. */
type Privileges = {
  readonly select?: true | ReadonlyArray<string>
  readonly insert?: true
  readonly update?: true | ReadonlyArray<string>
  readonly delete?: true
}

const READ = { select: true } as const
/** Rows that only ever grow. */
const APPEND = { select: true, insert: true } as const

/**
 * What the console's database role may do, table by table: what its pages show, and what its operations write. Everything
 * else is refused by PostgreSQL. A table or column that a page or an operation newly needs is added here.
 */
export const CONSOLE_TABLES: Readonly<Record<string, Privileges>> = {
  // The log: appended to, never changed.
  "es.event": APPEND,
  "es.command": APPEND,
  "es.stream": { select: true, insert: true, update: ["version"] },
  "es.snapshot": { select: true, insert: true, update: ["version", "state"] },
  // Keys are made with the first sealed field. Only the worker shreds one.
  "es.subject_key": APPEND,
  "es.era": READ,
  "es.live": READ,
  "es.skipped": READ,
  "es.reactor": READ,
  "es.projection": { select: true, update: ["paused", "reason", "status", "updated_at"] },
  "es.fault": { select: true, update: ["decision", "decided_by", "reason"] },
  "es.search_copy": READ,
  "es.search_serving": READ,

  "meta.migration": READ,
  "cluster.backup": READ,
  "cluster.build_task": { select: true, insert: true, update: ["ended_at", "refusal"] },
  "cluster.process": {
    select: true,
    insert: true,
    update: ["phase", "lag_ms", "works", "invalid_queries", "seen_at", "ended_at"],
  },

  "operators.session": { select: true, insert: true, update: ["seen_at"], delete: true },
  "operators.terminal_request": { select: true, insert: true, update: ["operator_id"], delete: true },

  // Members' sessions are counted and ended. Nobody can find the digest of a token and take one over.
  "accounts.session": {
    select: ["session_id", "person_id", "device", "network", "opened_at", "seen_at", "expires_at"],
    delete: true,
  },
  "accounts.farewell": { insert: true },
  "accounts.attempt": { select: true, insert: true, update: ["count", "began_at", "ends_at"], delete: true },

  // Receivers, texts and codes of mail stay unread.
  "mail.message": { select: ["message_id", "kind", "state", "attempts", "reply", "made_at"] },
  "newsletters.sending": READ,
  "newsletters.letter": { select: ["sending_id", "state", "bounced_at"] },
  "newsletters.suppression": { select: ["address", "reason"] },

  "chat.node": READ,
  "feeds.poll": { select: true, update: ["next_check_at"] },
  "tickets.attachment": APPEND,

  // The ledger: entries are added, never changed. Proofs are the worker's.
  "wallet.account": { select: true, insert: true, update: ["posted", "held", "entries"] },
  "wallet.entry": APPEND,
  "wallet.hot_entry": APPEND,
  "wallet.withdrawal": {
    select: true,
    update: ["phase", "approvals", "approvals_needed", "subsidy", "subsidy_at"],
  },
  "wallet.withdrawal_input": { select: true, delete: true },
  "wallet.chain": { select: true, insert: true, update: ["halted", "cursor"] },
  "wallet.frozen": { select: true, insert: true, delete: true },
  "wallet.closed_owner": APPEND,
  "wallet.address": READ,
  "wallet.own_transaction": READ,
  "wallet.proof": READ,
  "wallet.proof_scope": READ,
  "wallet.unverified_donation": READ,

  // The demo chains, which the console only looks at.
  "sim.block": READ,
  "sim.chain": READ,
  "sim.locked": READ,
  "sim.output": READ,
  "sim.spend": READ,
  "sim.transaction": READ,
  "sim.watch": READ,
}

/** Schemas whose views the console reads, also those that a later switch of a read model makes. */
export const CONSOLE_VIEWS = "read"

/** Sequences that number events. */
export const CONSOLE_SEQUENCES = ["es.position"] as const

/** The privileges of one table as statements. */
export const grantsOf = (role: string, table: string, privileges: Privileges): ReadonlyArray<string> =>
  Object.entries(privileges).map(
    ([verb, columns]) => `grant ${verb}${columns === true ? "" : ` (${columns.join(", ")})`} on ${table} to ${role}`,
  )
