/** What the client of NATS is given: it reads no credentials and no protocol from addresses. */
export type NatsServers = {
  /** Host and port of each server, without credentials. */
  readonly servers: Array<string>
  readonly user?: string
  readonly pass?: string
  readonly token?: string
  /** Present if the connection must be encrypted; the client refuses servers that do not offer it. */
  readonly tls?: Readonly<Record<string, never>>
}

/**
 * Reads NATS_URL: one or more addresses of one cluster, separated by commas. Credentials come from the first address that
 * has some, and one `tls://` makes all connections encrypted: a client may be sent to any server of the cluster.
 */
export const natsServers = (text: string): NatsServers => {
  const urls = text.split(",").map((one) => new URL(one.trim()))
  const { username = "", password = "" } = urls.find((url) => url.username !== "") ?? {}
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    servers: urls.map(({ host }) => host),
    ...(user !== "" && (pass === "" ? { token: user } : { user, pass })),
    ...(urls.some(({ protocol }) => protocol === "tls:") && { tls: {} }),
  }
}
