import { Resolver } from "node:dns/promises"
import { Context, Effect, Layer } from "effect"
import ipaddr from "ipaddr.js"
import type { IncomingMail } from "./MailRoute.ts"

/** How long the records of the sender's domain may take; later nothing is known. */
const CHECK_MS_MAX = 15_000
const LOOKUP_MS_MAX = 3_000
const LOOKUP_TRIES_MAX = 2

/** What is known of where a message came from. */
export type SenderProof = {
  /** The domain in From says that it does not send such messages (DMARC). */
  readonly isForged: boolean
  /** Results for the log (RFC 8601): `dkim=pass spf=pass dmarc=pass`. */
  readonly results: string
}
export type AskDns = (name: string, type: string) => Promise<unknown>

const UNKNOWN: SenderProof = { isForged: false, results: "dkim=temperror spf=temperror dmarc=temperror" }

/** Checks the domains of messages: DKIM, SPF and DMARC. */
export class SenderCheck extends Context.Service<
  SenderCheck,
  { check(mail: Pick<IncomingMail, "raw" | "sender" | "client">): Effect.Effect<SenderProof> }
>()("core/mail/SenderCheck") {
  static layerOf(resolve: AskDns) {
    return Layer.succeed(SenderCheck, { check: checkWith(resolve) })
  }
  static readonly layer = Layer.suspend(() => {
    const resolver = new Resolver({ timeout: LOOKUP_MS_MAX, tries: LOOKUP_TRIES_MAX })
    return SenderCheck.layerOf((name, type) => resolver.resolve(name, type))
  })
}

const checkWith = (resolver: AskDns) =>
  Effect.fn("SenderCheck.check")(function* ({
    raw,
    sender,
    client,
  }: Pick<IncomingMail, "raw" | "sender" | "client">): Effect.fn.Return<SenderProof> {
    // A server in front of us hides where the message came from, and checks it in our place.
    const isDirect = isPublic(client.address)
    return yield* Effect.tryPromise(async (): Promise<SenderProof> => {
      const { authenticate } = await import("mailauth")
      const { dkim, spf, dmarc } = await authenticate(raw, {
        ...{ sender, resolver: resolver as never, disableArc: true, disableBimi: true },
        ...(isDirect && { ip: client.address, helo: client.name }),
      })
      const proved = dkim.results.map(({ status }) => status.result)
      const dkimResult = proved.includes("pass") ? "pass" : (proved[0] ?? "none")
      const spfResult = isDirect && spf !== false ? spf.status.result : "none"
      const dmarcResult = dmarc === false ? "none" : dmarc.status.result
      const isStrict = dmarc !== false && (dmarc.policy === "reject" || dmarc.policy === "quarantine")
      return {
        isForged: isDirect && dmarcResult === "fail" && isStrict,
        results: `dkim=${dkimResult} spf=${spfResult} dmarc=${dmarcResult}`,
      }
    }).pipe(
      Effect.timeout(CHECK_MS_MAX),
      Effect.orElseSucceed(() => UNKNOWN),
    )
  })

const isPublic = (address: string): boolean => {
  try {
    return ipaddr.parse(address).range() === "unicast"
  } catch {
    return false
  }
}
