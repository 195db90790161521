import type { Stage } from "../networks.ts"

/** A configured node: its RPC URL and its network. */
export const readNodeUrl = (configured: string): { readonly url: string; readonly stage: Stage } => {
  const url = new URL(configured)
  const stage = url.pathname.startsWith("/regtest") ? "regtest" : "main"
  url.pathname = "/"
  return { url: url.href, stage }
}
