import type { Stage } from "../networks.ts"

/** What a configured node is: where to ask it, and on which of its coin's networks it says to be. */
export const readNodeUrl = (configured: string): { readonly url: string; readonly stage: Stage } => {
  const url = new URL(configured)
  const stage = url.pathname.startsWith("/regtest") ? "regtest" : "main"
  url.pathname = "/"
  return { url: url.href, stage }
}
