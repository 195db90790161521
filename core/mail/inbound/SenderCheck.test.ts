import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type AskDns, SenderCheck } from "./SenderCheck.ts"

const records: Readonly<Record<string, string>> = {
  "TXT reader.example": "v=spf1 ip4:9.9.9.9 -all",
  "TXT _dmarc.reader.example": "v=DMARC1; p=reject",
  "TXT _dmarc.lax.example": "v=DMARC1; p=none",
}
const request: AskDns = async (name, type) => {
  const found = records[`${type} ${name}`]
  if (found === undefined) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" })
  return [[found]]
}
const check = (from: string, address: string, asking = request) =>
  Effect.runPromise(
    Effect.provide(
      SenderCheck.use((senders) =>
        senders.check({
          raw: Buffer.from(`From: mara@${from}\r\nMessage-ID: <1@${from}>\r\nSubject: Hello\r\n\r\nHello\r\n`),
          ...{ sender: `mara@${from}`, client: { address, name: `mx.${from}` } },
        }),
      ),
      SenderCheck.layerOf(asking),
    ),
  )

describe("the check of a sender", () => {
  it.each([
    ["from a server that its domain names", "reader.example", "9.9.9.9", "dkim=none spf=pass dmarc=pass", false],
    ["from another server", "reader.example", "8.8.8.8", "dkim=none spf=fail dmarc=fail", true],
    ["whose domain only watches", "lax.example", "8.8.8.8", "dkim=none spf=none dmarc=fail", false],
    ["whose domain says nothing", "plain.example", "8.8.8.8", "dkim=none spf=none dmarc=none", false],
    [
      "from a server in front of us, which checks itself",
      "reader.example",
      "10.0.0.7",
      "dkim=none spf=none dmarc=fail",
      false,
    ],
  ])("of a message %s", async (_, from, address, results, isForged) => {
    expect(await check(from, address)).toEqual({ isForged, results })
  })

  it("knows nothing while no name server answers, and refuses nobody", async () => {
    const outcome = await check("reader.example", "9.9.9.9", () =>
      Promise.reject(Object.assign(new Error("timeout"), { code: "ETIMEOUT" })),
    )
    expect(outcome.isForged).toBe(false)
  })
})
