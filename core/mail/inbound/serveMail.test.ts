import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { createTransport } from "nodemailer"
import { afterAll, expect, it } from "vitest"
import { makeSelfSigned } from "../../fetch/testing/faultServer.ts"
import { serveMail } from "./serveMail.ts"

const folder = mkdtempSync(join(tmpdir(), "quire-mail-"))
afterAll(() => rmSync(folder, { recursive: true }))
const { cert, key } = makeSelfSigned()
const files = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") }
writeFileSync(files.certFile, cert)
writeFileSync(files.keyFile, key)

/** Sends one message with TLS required. Returns what arrived, or the problem of the sender. */
const sendTo = (tlsFiles: typeof files | null, ca: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const arrived: Array<string> = []
        const receive = ({ raw }: { readonly raw: Buffer }) => Effect.sync(() => void arrived.push(raw.toString()))
        const route = { bytesMax: 10_000, accepts: (to: string) => to === "reply@replies.example", receive }
        const { port } = yield* serveMail("127.0.0.1", 0, [route], tlsFiles)
        const transport = createTransport({ host: "127.0.0.1", port, requireTLS: true, tls: { ca } })
        const mail = { from: "ida@example.org", to: "reply@replies.example", text: "Found it." }
        return yield* Effect.promise(() =>
          transport.sendMail(mail).then(
            () => arrived.join(),
            (error: { readonly code?: string }) => error.code ?? "failed",
          ),
        )
      }),
    ),
  )

it("mail arrives over TLS if a certificate is configured, and a sender that requires TLS gets none otherwise", async () => {
  expect(await sendTo(files, cert)).toContain("Found it.")
  expect(await sendTo(null, cert)).toBe("ETLS")
  expect(await sendTo(files, makeSelfSigned().cert)).toMatch(/^E/)
})
