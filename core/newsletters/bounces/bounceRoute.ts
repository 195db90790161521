import { Effect } from "effect"
import { AppConfig } from "#core/kernel"
import type { MailRoute } from "#core/mail"
import { MailLists } from "../lists/MailLists.ts"
import { Tokens } from "../Tokens.ts"
import { Bounces } from "./Bounces.ts"
import { type MailReport, readReport } from "./readReport.ts"

/** Bytes of a report: a letter may be quoted in it. */
const REPORT_BYTES_MAX = 1_000_000
/** Where receivers send complaints, as agreed with them (feedback loops). */
const COMPLAINTS = "complaints"

/**
 * Receives mail for the return paths of newsletters (VERP) and for the address of complaints. A forged report needs a
 * return path that only its reader and the servers on the way know.
 */
export const bounceRoute = Effect.gen(function* () {
  const { bounceDomain } = yield* AppConfig
  const [tokens, bounces, lists] = [yield* Tokens, yield* Bounces, yield* MailLists]

  const letterOf = (address: string): number | null => {
    const at = address.lastIndexOf("@")
    const isOurs = address.slice(at + 1).toLowerCase() === bounceDomain?.toLowerCase()
    return isOurs && /^b/i.test(address) ? tokens.readBounceToken(address.slice(1, at)) : null
  }

  const complain = Effect.fnUntraced(function* ({
    returnPath,
    unsubscribeUrl,
  }: Extract<MailReport, { readonly kind: "complaint" }>) {
    const letterId = letterOf((returnPath ?? "").replaceAll(/[<>\s]/g, ""))
    if (letterId !== null) return yield* bounces.record(letterId, "complaint")
    const [, token = ""] = /\/mail\/out\/([\w-]{1,100})/.exec(unsubscribeUrl ?? "") ?? []
    const link = tokens.readOutToken(token)
    if (link === null) return false
    const { personId, channelId } = link
    const scope = channelId === "digest" ? ({ frequencies: ["daily", "weekly"] } as const) : ({ channelId } as const)
    yield* lists.leave(personId, scope, "complaint")
    return true
  })

  return {
    bytesMax: REPORT_BYTES_MAX,
    accepts: (address) =>
      letterOf(address) !== null || address.toLowerCase() === `${COMPLAINTS}@${bounceDomain?.toLowerCase()}`,
    receive: Effect.fn("bounceRoute.receive")(function* ({ recipients, raw }) {
      const report = yield* Effect.promise(() => readReport(raw))
      if (report === null) return
      if (report.kind === "complaint") {
        yield* complain(report)
        return
      }
      for (const address of recipients) {
        const letterId = letterOf(address)
        if (letterId !== null) yield* bounces.record(letterId, report.kind)
      }
    }),
  } satisfies MailRoute
})
