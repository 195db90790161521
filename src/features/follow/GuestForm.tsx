import { type ReactNode, type SubmitEvent, useId, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { toast } from "../../lib/toast.ts"
import { carryOut, type Refused } from "./carryOut.ts"
import type { FollowRefusal } from "./GuestFollows.ts"
import { isLimit, limitText } from "./limitText.ts"
import { type FollowVerb, VERBS } from "./verbs.ts"
import type { ManagerWords } from "./words.ts"

interface Props {
  /** The last part of the address that the form posts to without scripts. */
  readonly verb: FollowVerb
  readonly from: string
  readonly locale: Locale
  readonly words: ManagerWords
  readonly className?: string
  readonly children: ReactNode
}

/** A form about follows: posts without scripts, changes them at once with scripts, and says what was wrong beside itself. */
export function GuestForm({ verb, from, locale, words, className = "", children }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  const errorId = useId()
  const [refusal, setRefusal] = useState<OfForm>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const refused = await carryOut(VERBS[verb](new FormData(form)))
    setBusy(false)
    setRefusal(isOfForm(refused) ? refused : undefined)
    if (refused === undefined) {
      toast("success", t("follow.success"))
      form.reset()
    } else if (isLimit(refused)) toast("info", limitText(refused, t))
    else if (refused === "follow.unkept") toast("error", t(refused))
  }

  return (
    <form
      className={`guest-form ${className}`}
      method="post"
      action={paths.guest(verb)}
      aria-busy={busy || undefined}
      onSubmit={submit}
    >
      <input type="hidden" name="from" value={from} />
      {children}
      {refusal !== undefined && (
        <p className="guest-error" id={errorId} role="alert">
          {t(refusal)}
        </p>
      )}
    </form>
  )
}

/** What a person can put right where they typed it, and not a limit of the whole. */
type OfForm = Extract<FollowRefusal, `groups.${string}`>
const isOfForm = (refused: Refused | undefined): refused is OfForm => refused?.startsWith("groups.") === true
