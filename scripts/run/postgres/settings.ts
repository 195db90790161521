/** `durable` keeps every commit after a power failure; `throwaway` trades that for speed and is for tests only. */
export type Durability = "durable" | "throwaway"

/** Settings for one small machine that PostgreSQL shares with the three processes of Quire. */
const common = {
  listen_addresses: "127.0.0.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] %a ",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  // Queries here are short: compiling them costs more than it saves.
  jit: "off",
  // An open append blocks every reader of the log, so idle transactions are terminated.
  idle_in_transaction_session_timeout: "60s",
} as const

const special = {
  durable: { max_connections: "100" },
  throwaway: {
    max_connections: "200",
    shared_buffers: "128MB",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
  },
} as const

/** Command line arguments (`-c name=value`) of a server. */
export function settings(durability: Durability, own: Readonly<Record<string, string>>): Array<string> {
  return Object.entries({ ...common, ...special[durability], ...own }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ])
}
