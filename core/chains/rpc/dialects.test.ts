import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Result } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import type { Chain } from "../Chain.ts"
import { type Network, networks } from "../networks.ts"
import { makeTestAccount } from "../testing/testAccount.ts"
import { makeRpcChain } from "./makeRpcChain.ts"
import { readNodeUrl } from "./readNodeUrl.ts"

interface RpcCall {
  readonly path: string
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}
type Answer = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } }

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A fake node that records its requests. */
async function canned(
  answer: (requested: RpcCall) => Answer | number,
): Promise<{ url: string; requested: Array<RpcCall> }> {
  const requests: Array<RpcCall> = []
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const part of request) text += part
    const body = JSON.parse(text) as { id: number; method: string; params: ReadonlyArray<unknown> }
    const calls = Array.isArray(body) ? (body as Array<typeof body>) : [body]
    const replies = calls.map(({ id, method, params }) => {
      const call = { path: request.url ?? "", method, params }
      requests.push(call)
      const given = answer(call)
      if (typeof given === "number") response.statusCode = given
      return { id, ...(typeof given === "number" ? {} : given) }
    })
    response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://quire:secret@127.0.0.1:${(server.address() as AddressInfo).port}`, requested: requests }
}

const using = <A, E>(network: Network, url: string, work: (chain: Chain) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.result(Effect.scoped(Effect.flatMap(makeRpcChain({ network, url }), work))))

const OK: Answer = { result: null }

describe("RPC dialects", () => {
  it("watch by descriptors on Bitcoin, and create a missing wallet", async () => {
    const network = networks.BTC.regtest
    const { url, requested: sent } = await canned(({ method, path, params }) => {
      if (method === "getdescriptorinfo") return { result: { descriptor: `${params[0]}#checksum` } }
      if (method === "loadwallet") return { error: { code: -18, message: "not found" } }
      if (path !== "/" && !sent.some(({ method: each }) => each === "createwallet")) {
        return { error: { code: -18, message: "not loaded" } }
      }
      return method === "importdescriptors" ? { result: [{ success: true }] } : OK
    })
    const { script, key } = makeTestAccount(network, "dialects").watchOf(0, 3)
    const watched = await using(network, url, (chain) => chain.watch([{ script, key, birthHeight: 120 }]))
    expect(Result.isSuccess(watched)).toBe(true)
    const created = sent.find(({ method }) => method === "createwallet")
    expect(created?.params).toEqual(["quire", true, true, "", false, true, true])
    const label = `[${key.fingerprint}/84'/1'/0'/0/3]${key.publicKey}`
    expect(sent.filter(({ method }) => method === "importdescriptors").at(-1)?.params).toEqual([
      [{ desc: `wpkh(${label})#checksum`, timestamp: "now", label }],
    ])
    expect(sent.at(-1)).toEqual({ path: "/wallet/quire", method: "rescanblockchain", params: [120] })
  })

  it("watch by addresses on Bitcoin Cash, use its fee call, and report missing features", async () => {
    const network = networks.BCH.regtest
    const { url, requested: asked } = await canned(({ method }) =>
      method === "estimatefee" ? { result: 0.00002 } : { result: [{ success: true }] },
    )
    const { script, key } = makeTestAccount(network, "dialects").watchOf(0, 3)
    const answered = await using(network, url, (chain) =>
      Effect.gen(function* () {
        yield* chain.watch([{ script, key, birthHeight: null }])
        expect(chain.capabilities).toMatchObject({ replacesByFee: false, isDemo: false })
        return yield* chain.feeRate(6)
      }),
    )
    expect(answered).toEqual(Result.succeed({ feeRate: 2_000n, isFallback: false }))
    const [[request], options] = (asked[0]?.params ?? [[]]) as [[{ scriptPubKey: { address: string } }], unknown]
    expect(request).toMatchObject({ timestamp: "now", watchonly: true })
    expect(request.scriptPubKey.address).toMatch(/^bchreg:q/)
    expect(options).toEqual({ rescan: false })
    expect(asked.at(-1)).toMatchObject({ method: "estimatefee", params: [] })
  })
})

it("take the expected network from the URL of a configured node", () => {
  expect(readNodeUrl("http://quire:secret@10.0.0.5:9332")).toEqual({
    url: "http://quire:secret@10.0.0.5:9332/",
    stage: "main",
  })
  expect(readNodeUrl("http://u:p@127.0.0.1:19443/regtest")).toEqual({
    url: "http://u:p@127.0.0.1:19443/",
    stage: "regtest",
  })
})

it("ask a wallet with a long history for transactions since the cursor, and once for the older ones, in batches", async () => {
  const network = networks.LTC.regtest
  const [tip, cursor] = ["ab".repeat(32), "cd".repeat(32)]
  const { key } = makeTestAccount(network, "history").watchOf(0, 0)
  const txids = Array.from({ length: 2_500 }, (_, index) => index.toString(16).padStart(64, "0"))
  const { url, requested: sent } = await canned(({ method, params }) => {
    if (method === "getblockchaininfo")
      return { result: { chain: "regtest", blocks: 99, headers: 99, bestblockhash: tip, initialblockdownload: false } }
    if (method === "getblockheader") return { result: { hash: params[0], height: 99, time: 1, confirmations: 1 } }
    if (method === "getblockhash") return { result: cursor }
    if (method === "listsinceblock") return { result: { transactions: [], lastblock: tip } }
    if (method === "listreceivedbyaddress")
      return { result: [{ label: `[${key.fingerprint}/84'/1'/0'/0/0]${key.publicKey}`, txids }] }
    return { result: { txid: params[0], confirmations: 50, hex: "00" } }
  })
  const looked = await using(network, url, (chain) => Effect.andThen(chain.movements(cursor), chain.movements(cursor)))
  expect(looked).toMatchObject({ success: { movements: [], cursor } })
  const params = (of: string) => sent.filter(({ method }) => method === of).map((call) => call.params[0])
  expect(params("listsinceblock")).toEqual([cursor, cursor])
  expect(params("gettransaction")).toEqual(txids)
})

describe("an unavailable node", () => {
  const network = networks.LTC.regtest
  const reasonOf = async (answer: (requested: RpcCall) => Answer | number) => {
    const { url } = await canned(answer)
    const tip = await using(network, url, (chain) => chain.tip)
    return Result.isFailure(tip) ? tip.failure.reason : "there"
  }
  const info = { blocks: 7, headers: 7, bestblockhash: "ab".repeat(32), initialblockdownload: false }

  it("reports the reason", async () => {
    expect(await reasonOf(() => 401)).toBe("forbidden")
    expect(await reasonOf(() => 503)).toBe("busy")
    expect(await reasonOf(() => ({ error: { code: -28, message: "Loading block index..." } }))).toBe("syncing")
    expect(await reasonOf(() => ({ result: { ...info, chain: "regtest", initialblockdownload: true } }))).toBe(
      "syncing",
    )
    expect(await reasonOf(() => ({ result: { ...info, chain: "regtest", headers: 700 } }))).toBe("syncing")
    expect(await reasonOf(() => ({ result: { ...info, chain: "main" } }))).toBe("strange")
    expect(await reasonOf(() => ({ result: "hello" }))).toBe("strange")
    const missing = await using(network, "http://u:p@127.0.0.1:9", (chain) => chain.tip)
    expect(missing).toMatchObject({ failure: { _tag: "ChainUnavailable", reason: "unreachable" } })
  })

  it("differs from one that rejects a transaction with a reason", async () => {
    const raw = `02000000${"01"}${"ab".repeat(32)}0000000000ffffffff${"01"}40420f0000000000160014${"cd".repeat(20)}00000000`
    const sent = async (code: number, message: string) => {
      const { url } = await canned(({ method }) =>
        method === "sendrawtransaction" ? { error: { code, message } } : OK,
      )
      const outcome = await using(network, url, (chain) => chain.broadcast(raw))
      if (Result.isSuccess(outcome)) return "sent"
      return outcome.failure._tag === "BroadcastRefused" ? outcome.failure.reason : "away"
    }
    expect(await sent(-27, "transaction already in block chain")).toBe("sent")
    expect(await sent(-26, "txn-already-in-mempool")).toBe("sent")
    expect(await sent(-26, "txn-mempool-conflict")).toBe("conflict")
    expect(await sent(-26, "min relay fee not met, 1 < 110")).toBe("fee")
    expect(await sent(-26, "insufficient fee, rejecting replacement")).toBe("fee")
    expect(await sent(-26, "dust")).toBe("invalid")
  })
})
