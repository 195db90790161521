import { Effect } from "effect"
import { type PasswordProof, type PasswordRefused, WithdrawalPasswords } from "#core/wallet"
import { translator } from "#src/i18n/index.ts"
import { badField } from "../badField.ts"
import { answer, Conflict, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { refuse as refuseAccount } from "../user/refusals.ts"

type WithdrawalPasswordCall = {
  readonly payload: {
    readonly password: string
    readonly oldPassword?: string
    readonly mailCode?: string
    readonly code?: string
  }
}

/** The calls of userProfile.withdrawal.ts; resolved once for the group. */
export const withdrawalPasswordHandlers = Effect.gen(function* () {
  const withdrawalPasswords = yield* WithdrawalPasswords
  const limited = yield* writing

  return {
    SetupWithdrawalPassword: Effect.fn("SetupWithdrawalPassword")(function* ({ payload }: WithdrawalPasswordCall) {
      const { personId } = yield* requireMember
      yield* limited
      const t = translator((yield* CurrentCaller).locale)
      const proof = proofOf(payload)
      if (proof === null) return yield* badField("mailCode", t("withdrawCall.password.proofRequired"))
      yield* withdrawalPasswords.set(personId, proof, payload.password).pipe(Effect.catch(refuse))
      const { pause } = yield* withdrawalPasswords.status(personId)
      return answer({ pausedUntil: pause?.untilMs ?? null }, t("withdrawCall.password.set"))
    }),
  }
})

const proofOf = ({ oldPassword, mailCode, code }: WithdrawalPasswordCall["payload"]): PasswordProof | null => {
  if (oldPassword !== undefined) return { password: oldPassword }
  if (mailCode !== undefined) return { mailCode }
  return code === undefined ? null : { stepCode: code }
}

const refuse = Effect.fnUntraced(function* (refused: PasswordRefused) {
  const t = translator((yield* CurrentCaller).locale)
  switch (refused._tag) {
    case "SamePassword":
      return yield* badField("password", t(refused.messageKey))
    case "WrongWithdrawalPassword":
    case "NoWithdrawalPassword":
    case "PasswordChangedConcurrently":
      return yield* badField("oldPassword", t(refused.messageKey))
    case "WrongCode":
      return yield* badField("mailCode", t(refused.messageKey))
    case "WrongStepCode":
      return yield* badField("code", t(refused.messageKey))
    case "TwoStepOff":
    case "CommandReused":
      return yield* new Conflict(refusal(t(refused.messageKey)))
    default:
      return yield* refuseAccount(refused)
  }
})
