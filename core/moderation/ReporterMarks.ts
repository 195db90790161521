import { createHmac, hkdfSync } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig, nameUuid, sourceOf } from "#core/kernel"

const KEY_BYTES = 32

/**
 * Marks of guests who report something, instead of their addresses: the same network gets the same mark for one case, so its
 * reports count once, and another mark for each other case, so that nobody can be followed from case to case.
 */
export class ReporterMarks extends Context.Service<
  ReporterMarks,
  {
    /** @param address of the guest; an IPv6 network of /64 counts as one guest */
    of(address: string, caseId: string): string
  }
>()("core/moderation/ReporterMarks") {
  static layerOf(masterKey: Uint8Array) {
    return Layer.succeed(ReporterMarks, make(masterKey))
  }
  static readonly layer = Layer.effect(
    ReporterMarks,
    Effect.map(AppConfig, ({ masterKey }) => make(Redacted.value(masterKey))),
  )
}

const make = (masterKey: Uint8Array) => {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", "quire: moderation: guests", KEY_BYTES))
  return ReporterMarks.of({
    of: (address, caseId) =>
      nameUuid(
        `guest\n${createHmac("sha256", key)
          .update(`${caseId}\n${sourceOf(address)}`)
          .digest("hex")}`,
      ),
  })
}
