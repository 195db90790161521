import { type ReactNode, type SubmitEvent, useId, useState } from "react"
import type { FollowRefusal } from "#contract/follows"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { toast } from "../../lib/toast.ts"
import { FORM_COMMANDS, type FormAction } from "./commands.ts"
import { type DispatchRefusal, dispatch } from "./dispatch.ts"
import { isLimit, limitText } from "./toggleFollow.ts"
import type { ManagerWords } from "./words.ts"

interface Props {
  /** The last segment of the path that the form posts to without scripts. */
  readonly action: FormAction
  readonly from: string
  readonly locale: Locale
  readonly words: ManagerWords
  readonly className?: string
  readonly children: ReactNode
}

/** A form that changes follows: at once with scripts, by a post without them. Invalid input is reported below the form. */
export function FollowsForm({ action, from, locale, words, className = "", children }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  const errorId = useId()
  const [refusal, setRefusal] = useState<InputRefusal>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const refused = await dispatch(FORM_COMMANDS[action](new FormData(form)))
    setBusy(false)
    setRefusal(isInputRefusal(refused) ? refused : undefined)
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
      action={paths.guest(action)}
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

/** Refusals of what was typed, as opposed to limits. */
type InputRefusal = Extract<FollowRefusal, `groups.${string}`>
const isInputRefusal = (refused: DispatchRefusal | undefined): refused is InputRefusal =>
  refused?.startsWith("groups.") === true
