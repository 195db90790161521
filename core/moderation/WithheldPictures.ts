import { createHash } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"

/** Pictures of one case: those of a feed with thousands of items. */
export const CASE_PICTURES_MAX = 20_000
/** How long a process may believe that nothing is withheld. */
const EMPTY_MS_MAX = 5_000

/** Pictures that are withheld with what they belong to, by their addresses (`pictureAddress`, or of a publisher). */
export class WithheldPictures extends Context.Service<
  WithheldPictures,
  {
    /** Withholds these pictures until the measure of the case ends; idempotent. Beyond the limit the others stay. */
    withhold(caseId: string, addresses: ReadonlyArray<string>): Effect.Effect<void>
    /** Gives the pictures of a case back, unless another case withholds them; idempotent. */
    release(caseId: string): Effect.Effect<void>
    has(address: string): Effect.Effect<boolean>
  }
>()("core/moderation/WithheldPictures") {
  static readonly layer = Layer.effect(
    WithheldPictures,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      // Pages have many pictures and hardly ever is one withheld.
      let emptyUntilMs = 0

      return WithheldPictures.of({
        withhold: (caseId, addresses) =>
          Effect.promise(async () => {
            const digests = [...new Set(addresses)]
              .slice(0, CASE_PICTURES_MAX)
              .map((address) => digestOf(address).toString("hex"))
            if (digests.length > 0)
              await sql`
                insert into moderation.withheld_picture (digest, case_id)
                select decode(digest, 'hex'), ${caseId}::uuid from unnest(${digests}::text[]) as digest on conflict do nothing`
            emptyUntilMs = 0
          }),
        release: (caseId) =>
          Effect.promise(
            async () => void (await sql`delete from moderation.withheld_picture where case_id = ${caseId}`),
          ),
        has: Effect.fn("WithheldPictures.has")(function* (address) {
          const nowMs = yield* Clock.currentTimeMillis
          if (nowMs < emptyUntilMs) return false
          const [found] = yield* Effect.promise(
            () => sql<Array<{ isWithheld: boolean; isEmpty: boolean }>>`
              select exists (select from moderation.withheld_picture where digest = ${digestOf(address)}) as "isWithheld",
                not exists (select from moderation.withheld_picture) as "isEmpty"`,
          )
          if (found?.isEmpty === true) emptyUntilMs = nowMs + EMPTY_MS_MAX
          return found?.isWithheld === true
        }),
      })
    }),
  )
}

const digestOf = (address: string): Buffer => createHash("sha256").update(address).digest()
