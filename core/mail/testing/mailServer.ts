import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export type Received = { readonly from: string; readonly to: string; readonly raw: string }

/** An SMTP server on loopback. The recipient's address determines its replies. */
export const startMailServer = async ({ user, password }: { readonly user: string; readonly password: string }) => {
  const received: Array<Received> = []
  const answers = new Map<string, { readonly code: number; readonly at: "address" | "text" }>()
  const refusalFor = (address: string, at: "address" | "text") => {
    const answer = answers.get(address)
    return answer?.at === at ? Object.assign(new Error(`no mail for ${address}`), { responseCode: answer.code }) : null
  }
  const server = new SMTPServer({
    // Loopback traffic needs no TLS.
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password: given }, _, done) =>
      username === user && given === password ? done(null, { user }) : done(new Error("who are you")),
    onRcptTo: ({ address }, _, done) => done(refusalFor(address, "address")),
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo[0]?.address ?? ""
        const refusal = refusalFor(to, "text")
        if (refusal === null)
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to,
            raw: Buffer.concat(chunks).toString(),
          })
        done(refusal)
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    received,
    /** Sets the reply for later mail to this address; without a code the mail is accepted. */
    answer: (address: string, code?: number, at: "address" | "text" = "address") =>
      code === undefined ? answers.delete(address) : answers.set(address, { code, at }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
