import { rm } from "node:fs/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { makeTestHome } from "#testing"
import { freePort } from "../../scripts/run/ports.ts"
import { type Pair, promote, startPair } from "../../scripts/testing/replication.ts"
import { ChatClient } from "./testing/ChatClient.ts"
import { type ChatKit, makeChatKit } from "./testing/chatKit.ts"
import { FaithfulClient } from "./testing/FaithfulClient.ts"
import { type RoleProcess, spawnRole } from "./testing/spawnRole.ts"

/** sysexits EX_TEMPFAIL: a process ends with it in a new era. */
const EXIT_ERA = 75

const root = makeTestHome()
let pair: Pair
let kit: ChatKit
const roles: Array<RoleProcess> = []
const endings: Array<number | string> = []
let isOver = false

/** Starts a process again whenever it ends, as the supervisor does. */
const keep = async (role: "chat" | "worker", env: Readonly<Record<string, string>> = {}): Promise<void> => {
  const process = await spawnRole(role, { DATABASE_URL: pair.url, ...env })
  roles.push(process)
  void process.ended.then((code) => {
    if (isOver) return
    endings.push(code)
    void keep(role, env)
  })
}

beforeAll(async () => {
  pair = await startPair(root)
  kit = await makeChatKit(0, {}, { url: pair.url, drop: async () => undefined })
}, 120_000)
afterAll(async () => {
  isOver = true
  await Promise.all(roles.map((role) => role.kill("SIGKILL")))
  await kit?.stop()
  await pair?.link.close()
  await Promise.all([pair?.standby.server.stop(), pair?.primary.server.stop()])
  await rm(root, { recursive: true, force: true })
})

it("shows no message that a failover has lost, and gives its number to another one, in an era that clients notice", async () => {
  const port = await freePort()
  const url = `ws://127.0.0.1:${port}/`
  await Promise.all([keep("chat", { CHAT_PORT: String(port) }), keep("worker")])
  const { owner, readers } = await kit.room("Team", ["Kim"])
  const [kim] = readers
  const of = (token: string) => new FaithfulClient({ urls: [url], token, scope: "Team", target: owner.userCode })
  const [sender, reader] = [of(owner.token), of(kim.token)]
  await sender.send("one", "kept")
  await reader.shown.until(1)
  await kit.read.settle()
  const { standby, primary } = pair
  await expect.poll(() => headOf(standby), { timeout: 30_000 }).toBe(await headOf(primary))

  pair.link.pause()
  // One client that will never come back, and one that keeps what it has sent.
  const missing = await ChatClient.open(url)
  await missing.get("Tk", kim.token)
  expect(await missing.get("Bc", "Team", owner.userCode, "two", "", "", "lost")).toMatchObject({ Seq: 2 })
  await sender.send("three", "sent again")
  await reader.shown.until(3)
  missing.close()
  await kit.read.settle()

  process.kill(primary.server.pid, "SIGKILL")
  await promote(standby.server)
  await expect.poll(() => [sender.eras, reader.eras], { timeout: 60_000 }).toEqual([1, 1])
  await sender.send("four", "after")
  await expect.poll(() => [...reader.seen.values()], { timeout: 60_000 }).toEqual(["kept", "sent again", "after"])
  await expect.poll(() => [...sender.seen.values()]).toEqual(["kept", "sent again", "after"])
  expect([...reader.faults, ...sender.faults]).toEqual([])
  expect(endings).toEqual([EXIT_ERA, EXIT_ERA])

  // Someone who asks with the number of a lost message is not answered as if it was there.
  const late = await ChatClient.open(url)
  await late.get("Tk", kim.token)
  const [room] = (await late.get<{ Rooms: ReadonlyArray<{ Room: string; Epoch: number }> }>("Lmh")).Rooms
  const known = JSON.stringify([{ Room: room?.Room, Epoch: room?.Epoch, Seq: 2, Era: kim.personId }])
  expect(await late.get("Rs", known)).toMatchObject({ Rooms: [{ Status: "reload" }] })
  late.close()
  for (const client of [sender, reader]) client.stop()

  await kit.read.settle()
  const texts = await kit.read.sql<Array<{ text: string }>>`select text from read.chat_message order by seq`
  expect(texts.map(({ text }) => text)).toEqual(["kept", "sent again", "after"])
  const { live, rebuilt } = await kit.read.digests()
  expect(live).toEqual(rebuilt)
}, 300_000)

const headOf = async ({ server }: Pair["primary"]): Promise<number> => {
  const sql = connect(server.url(pair.database), { connectionsMax: 1 })
  const [row] = await sql<Array<{ head: number }>>`select es.head() as head`
  await sql.end()
  return row?.head ?? 0
}
