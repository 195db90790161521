/** One host of a connection string. */
export type DatabaseHost = {
  readonly host: string
  readonly port: number
  /** The connection string of this host alone. */
  readonly url: string
}

const PORT_DEFAULT = 5432
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)(.*)$/

/**
 * Splits a connection string like `postgres://user:password@one:5432,two:5432/database`. Empty if it names no host, or a
 * Unix socket.
 */
export const databaseHosts = (url: string): ReadonlyArray<DatabaseHost> => {
  const [, before, hosts, after] = PARTS.exec(url) ?? []
  if (before === undefined || hosts === undefined || hosts.includes("%2F")) return []
  return hosts.split(",").map((each) => {
    const [, host = each, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(each) ?? []
    return {
      host: host.replace(/^\[|\]$/g, ""),
      port: port === undefined ? PORT_DEFAULT : Number(port),
      url: `${before}${each}${after}`,
    }
  })
}
