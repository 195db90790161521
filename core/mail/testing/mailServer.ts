import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

export type Received = { readonly from: string; readonly to: string; readonly raw: string }

/** A reply with its code and, if it has one, its enhanced code (RFC 3463). */
type Answer = { readonly code: number; readonly at: "address" | "text"; readonly enhanced: string }

/** An SMTP server on loopback. The recipient's address determines its replies. */
export const startMailServer = async ({ user, password }: { readonly user: string; readonly password: string }) => {
  const received: Array<Received> = []
  const answers = new Map<string, Answer>()
  /** Addresses for which the connection ends after the text, before its reply; the text is received nevertheless. */
  const hangingUp = new Set<string>()
  /** The replies to mail for these addresses wait for a promise. */
  const slow = new Map<string, Promise<void>>()
  const refusalFor = (address: string, at: "address" | "text") => {
    const answer = answers.get(address)
    return answer?.at === at
      ? Object.assign(new Error(`${answer.enhanced} no mail for ${address}`.trim()), { responseCode: answer.code })
      : null
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
        const isHangingUp = hangingUp.has(to)
        if (refusal === null)
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to,
            raw: Buffer.concat(chunks).toString(),
          })
        if (!isHangingUp) return void (slow.get(to) ?? Promise.resolve()).then(() => done(refusal))
        for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
      })
    },
  })
  // A client that is killed resets its connections.
  server.on("error", () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    received,
    /** Sets the reply for later mail to this address; without a code the mail is accepted. */
    answer: (address: string, code?: number, at: Answer["at"] = "address", enhanced = "") =>
      code === undefined ? answers.delete(address) : answers.set(address, { code, at, enhanced }),
    /** Ends the connection after the text of mail to this address, before the reply. */
    hangUp: (address: string, isOn = true) => (isOn ? hangingUp.add(address) : hangingUp.delete(address)),
    /** Lets the reply to mail for this address wait. */
    slowDown: (address: string, until: Promise<void>) => slow.set(address, until),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
