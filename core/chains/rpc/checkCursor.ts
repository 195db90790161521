import { Effect } from "effect"
import type { Hex } from "../Chain.ts"
import { ReorgTooDeep } from "../refusals.ts"
import { Header } from "./answers.ts"
import type { Node } from "./Node.ts"

/** Refuses a cursor that is not on the chain, and finds the last common block. */
export const checkCursor = Effect.fnUntraced(function* (node: Node, cursor: Hex) {
  let hash: Hex | undefined = cursor
  while (hash !== undefined) {
    const header: typeof Header.Type | null = yield* headerOf(node, hash)
    if (header === null) break
    if (header.confirmations >= 0) {
      if (hash === cursor) return
      return yield* new ReorgTooDeep({ chain: node.network.name, cursor, fork: { height: header.height, hash } })
    }
    hash = header.previousblockhash
  }
  return yield* new ReorgTooDeep({ chain: node.network.name, cursor, fork: null })
})

const headerOf = (node: Node, hash: Hex) =>
  node.call(Header, "getblockheader", [hash]).pipe(Effect.catchTag("RpcRefused", () => Effect.succeed(null)))
