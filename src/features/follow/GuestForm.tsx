import { type ReactNode, type SubmitEvent, useId, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { toast } from "../../lib/toast.ts"
import type { Decide, FollowRefusal } from "./GuestFollows.ts"
import { carryOut } from "./store.ts"
import type { ManagerWords } from "./words.ts"

interface Props {
  /** The last part of the address that the form posts to without scripts. */
  readonly verb: string
  readonly from: string
  readonly locale: Locale
  readonly words: ManagerWords
  /** What the filled-in form asks for. */
  readonly decide: (form: FormData) => Decide
  readonly className?: string
  readonly children: ReactNode
}

/** A form about follows: posts without scripts, changes them at once with scripts, and says what was wrong beside itself. */
export function GuestForm({ verb, from, locale, words, decide, className = "", children }: Props) {
  const t = translatorOf<ManagerWords>(locale, words)
  const errorId = useId()
  const [refusal, setRefusal] = useState<FollowRefusal>()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const refused = carryOut(decide(new FormData(form)))
    setRefusal(isOfForm(refused) ? refused : undefined)
    if (refused === undefined) {
      toast("success", t("follow.success"))
      form.reset()
    } else if (!isOfForm(refused)) toast(refused === "follow.unkept" ? "error" : "info", t(refused))
  }

  return (
    <form className={`guest-form ${className}`} method="post" action={paths.guest(verb)} onSubmit={submit}>
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
const isOfForm = (refused: FollowRefusal | "follow.unkept" | undefined): refused is OfForm =>
  refused?.startsWith("groups.") === true
