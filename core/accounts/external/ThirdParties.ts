import { Clock, Context, Effect, Layer, Result } from "effect"
import {
  AppConfig,
  currentTimeIso,
  dieOnConflict,
  formatIso,
  jointWriter,
  reader,
  uuidv7,
  withFreshCommandId,
} from "#core/kernel"
import { Account } from "../Account.ts"
import { claim } from "../claims/Claim.ts"
import { AccountActivated, AccountOpened, NameClaimed, PersonNamed } from "../events.ts"
import { FRESH_CODE_LENGTH, FRESH_CODE_PREFIX } from "../formRules.ts"
import { readDisplayName, readEmail } from "../names/names.ts"
import { randomCode } from "../names/randomCode.ts"
import type { WrongCredentials } from "../refusals.ts"
import { Secrets } from "../Secrets.ts"
import { type RequestContext, type SignedInSession, SignIns } from "../signIn/SignIns.ts"
import { isSessionFresh } from "../twoStep/confirm.ts"
import { Handoffs } from "./Handoffs.ts"
import { Identities, type LinkedIdentity } from "./Identities.ts"
import { type IdentityClaims, Issuers, type Provider } from "./Issuers.ts"
import { linkIdentity, unlinkIdentity } from "./linkIdentity.ts"
import { ThirdPartyRefused } from "./refusals.ts"

type Session = { readonly personId: string; readonly sessionId: string }

/** The result of an authorization. */
export type ThirdPartySignInResult =
  | { readonly is: "in"; readonly started: SignedInSession; readonly from: string }
  /**
   * The identity may be linked to an existing account: the caller's, or the one with this email address. Its owner has to
   * confirm that while signed in; the handoff carries the identity until then.
   */
  | { readonly is: "confirm"; readonly handoff: string }

/** An identity that waits for its link to be confirmed. */
export type OfferedIdentity = { readonly provider: string; readonly label: string }

export type AuthorizationReturn = {
  readonly provider: string
  readonly returned: URL
  /** The browser's handoff; empty if it has none. */
  readonly handoff: string
  readonly member: Session | null
  readonly context: RequestContext
  readonly locale: string
}

/**
 * Sign-in through OpenID Connect issuers. An identity is linked to an account by its owner, or opens a new account. A
 * matching email address alone never gives access to an existing account, because an issuer could claim any address.
 */
export class ThirdParties extends Context.Service<
  ThirdParties,
  {
    readonly providers: ReadonlyArray<Provider>
    /** Starts an authorization, with a handoff for the browser. A signed-in member links the identity on return. */
    beginAuthorization(authorization: {
      readonly provider: string
      readonly personId: string | null
      readonly from: string
    }): Effect.Effect<{ readonly address: string; readonly handoff: string }, ThirdPartyRefused>
    completeAuthorization(
      authorization: AuthorizationReturn,
    ): Effect.Effect<ThirdPartySignInResult, ThirdPartyRefused | WrongCredentials>
    /** The identity that a handoff would link to this person's account; null if there is none. */
    offered(personId: string, handoff: string): Effect.Effect<OfferedIdentity | null>
    /** The owner of the account confirms the link. */
    accept(session: Session, handoff: string): Effect.Effect<void, ThirdPartyRefused>
    list(personId: string): Effect.Effect<ReadonlyArray<LinkedIdentity>>
    unlink(personId: string, identityId: string): Effect.Effect<void, ThirdPartyRefused>
  }
>()("core/accounts/ThirdParties") {
  static readonly layer = Layer.effect(
    ThirdParties,
    Effect.gen(function* () {
      const { signUp: mode } = yield* AppConfig
      const issuers = yield* Issuers
      const handoffs = yield* Handoffs
      const signIns = yield* SignIns
      const { claimIdOf } = yield* Secrets
      const write = yield* jointWriter
      const [readIdentities, readAccount] = [yield* reader(Identities), yield* reader(Account)]
      const [readIdentityClaim, readEmailClaim] = [yield* reader(claim("identity")), yield* reader(claim("email"))]

      const partsOf = (personId: string, identityId: string) => ({
        identities: { aggregate: Identities, id: personId },
        claim: { aggregate: claim("identity"), id: identityId },
      })
      const identityOf = ({ issuer, subject }: IdentityClaims) => claimIdOf("identity", `${issuer}\n${subject}`)

      /** The owner of an identity; deleted accounts no longer own it. */
      const ownerOf = Effect.fnUntraced(function* (identityId: string) {
        const { ownerId } = yield* readIdentityClaim(identityId)
        const isThere = ownerId !== null && (yield* readAccount(ownerId)).status !== "deleted"
        return { ownerId: isThere ? ownerId : null, deletedOwnerId: isThere ? null : ownerId }
      })

      type Linking = {
        readonly provider: string
        readonly identityId: string
        readonly label: string | null
        readonly deletedOwnerId: string | null
      }
      const link = Effect.fnUntraced(function* ({ personId, sessionId }: Session, linking: Linking) {
        const nowMs = yield* Clock.currentTimeMillis
        if (!isSessionFresh(sessionId, nowMs)) return yield* new ThirdPartyRefused({ why: "signInAgain" })
        const nowIso = formatIso(nowMs)
        yield* withFreshCommandId(
          write(partsOf(personId, linking.identityId), linkIdentity({ personId, nowIso, ...linking })),
        ).pipe(dieOnConflict)
      })

      /**
       * Opens an account without a password. It is active at once, because the issuer has verified the address. The name at
       * the issuer is the first display name.
       */
      const open = Effect.fnUntraced(function* (email: string, name: string | null, locale: string, linking: Linking) {
        const nowMs = yield* Clock.currentTimeMillis
        const [personId, nowIso] = [uuidv7(nowMs), formatIso(nowMs)]
        const userCode = FRESH_CODE_PREFIX + randomCode(FRESH_CODE_LENGTH)
        const parts = {
          ...partsOf(personId, linking.identityId),
          account: { aggregate: Account, id: personId },
          email: { aggregate: claim("email"), id: claimIdOf("email", email) },
          userCode: { aggregate: claim("usercode"), id: userCode },
        }
        const named = Result.match(readDisplayName(name ?? ""), {
          onFailure: () => [],
          onSuccess: (displayName) => [PersonNamed.make({ personId, displayName, userCode, namedAt: nowIso })],
        })
        const claimed = [NameClaimed.make({ personId, claimedAt: nowIso })]
        const opened = { personId, userCode, email, passwordHash: null, locale, invite: null, openedAt: nowIso }
        yield* withFreshCommandId(
          write(parts, (states) =>
            states.email.ownerId !== null || states.userCode.ownerId !== null
              ? Result.fail(new ThirdPartyRefused({ why: "failed" }))
              : Result.map(linkIdentity({ personId, nowIso, ...linking })(states), (linked) => ({
                  ...linked,
                  account: [
                    AccountOpened.make(opened),
                    AccountActivated.make({ personId, activatedAt: nowIso }),
                    ...named,
                  ],
                  email: claimed,
                  userCode: claimed,
                })),
          ),
        ).pipe(dieOnConflict)
        return personId
      })

      return ThirdParties.of({
        providers: issuers.providers,

        beginAuthorization: Effect.fn("ThirdParties.beginAuthorization")(function* ({ provider, personId, from }) {
          const { address, checks } = yield* issuers.beginAuthorization(provider)
          const handoff = yield* handoffs.seal({ _tag: "pending", provider, personId, from, ...checks })
          return { address, handoff }
        }),

        completeAuthorization: Effect.fn("ThirdParties.completeAuthorization")(function* ({
          provider,
          returned,
          handoff,
          member,
          context,
          locale,
        }) {
          const pending = yield* handoffs.open(handoff)
          if (pending?._tag !== "pending" || pending.provider !== provider)
            return yield* new ThirdPartyRefused({ why: "failed" })
          // Who left as somebody comes back as the same person, or not at all.
          if (pending.personId !== (member?.personId ?? null)) return yield* new ThirdPartyRefused({ why: "failed" })
          const { from } = pending
          const claims = yield* issuers.redeem(provider, returned, pending)
          const identityId = identityOf(claims)
          const { ownerId, deletedOwnerId } = yield* ownerOf(identityId)
          const linking = { provider, identityId, label: claims.email, deletedOwnerId }
          // Not linked at once: an attacker may have started the authorization with their own identity (login CSRF).
          if (member !== null) {
            if (ownerId !== null && ownerId !== member.personId) return yield* new ThirdPartyRefused({ why: "taken" })
            const proven = {
              provider,
              identityId,
              label: claims.email ?? claims.name ?? "",
              ownerId: member.personId,
            }
            return { is: "confirm", handoff: yield* handoffs.seal({ _tag: "proven", ...proven }) }
          }
          if (ownerId !== null) return { is: "in", started: yield* signIns.begin(ownerId, "thirdParty", context), from }

          const email = readEmail(claims.email ?? "")
          if (Result.isFailure(email) || !claims.isVerified) return yield* new ThirdPartyRefused({ why: "unverified" })
          const { ownerId: holder } = yield* readEmailClaim(claimIdOf("email", email.success))
          if (holder !== null) {
            const proven = { provider, identityId, label: email.success, ownerId: holder }
            return { is: "confirm", handoff: yield* handoffs.seal({ _tag: "proven", ...proven }) }
          }
          if (mode !== "open") return yield* new ThirdPartyRefused({ why: "noAccount" })
          const personId = yield* open(email.success, claims.name, locale, linking)
          return { is: "in", started: yield* signIns.begin(personId, "thirdParty", context), from }
        }),

        offered: Effect.fn("ThirdParties.offered")(function* (personId, handoff) {
          const proven = yield* handoffs.open(handoff)
          return proven?._tag === "proven" && proven.ownerId === personId
            ? { provider: proven.provider, label: proven.label }
            : null
        }),

        accept: Effect.fn("ThirdParties.accept")(function* (session, handoff) {
          const proven = yield* handoffs.open(handoff)
          if (proven?._tag !== "proven" || proven.ownerId !== session.personId)
            return yield* new ThirdPartyRefused({ why: "failed" })
          const { provider, identityId, label } = proven
          const { deletedOwnerId } = yield* ownerOf(identityId)
          yield* link(session, { provider, identityId, label, deletedOwnerId: deletedOwnerId })
        }),

        list: readIdentities,

        unlink: Effect.fn("ThirdParties.unlink")(function* (personId, identityId) {
          const nowIso = yield* currentTimeIso
          yield* write(partsOf(personId, identityId), unlinkIdentity({ personId, identityId, nowIso })).pipe(
            dieOnConflict,
          )
        }),
      })
    }),
  )
}
