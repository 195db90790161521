import { lookup } from "node:dns/promises"
import * as net from "node:net"
import { getSystemErrorName } from "node:util"

/** A bound socket that outlives the processes which accept connections from it. */
export interface SharedSocket {
  readonly fd: number
  readonly close: () => void
}

/** Node's own way to bind without accepting, which its cluster module uses. */
type CreateHandle = (
  address: string,
  port: number,
  addressType: number,
  fd: number,
  flags: number,
) => number | { readonly fd: number; readonly close: () => void }

/**
 * Binds a socket and leaves listening to the processes that inherit it. It is one queue of connections for all of them:
 * while at least one process or this one has it open, the kernel keeps connections that nobody accepted yet. Sockets of
 * their own on one port (SO_REUSEPORT) would each have a queue, and closing one resets the connections in it.
 * @returns undefined if this version of Node cannot bind without accepting; then each process listens itself
 * @throws Error with the code of the system if the address cannot be bound
 */
export async function bindSharedSocket(host: string, port: number): Promise<SharedSocket | undefined> {
  const { _createServerHandle: createHandle } = net as unknown as { readonly _createServerHandle?: CreateHandle }
  if (typeof createHandle !== "function") return undefined
  const { address, family } = await lookup(host)
  const handle = createHandle(address, port, family, -1, 0)
  if (typeof handle === "number")
    throw Object.assign(new Error(`port ${port} of ${host} cannot be bound`), { code: getSystemErrorName(handle) })
  return { fd: handle.fd, close: () => handle.close() }
}
