import type { SubmitEvent } from "react"

interface Props {
  readonly feedId: string
  readonly followed: boolean
  readonly label: string
  /** The whole sentence for those who do not see which feed the button stands beside. */
  readonly name: string
  readonly busy?: boolean
  /** Where the server returns to when there are no scripts. */
  readonly from: string
  readonly onToggle: () => void
}

/** A follow button that posts a form where there are no scripts. */
export function FollowForm({ feedId, followed, label, name, busy = false, from, onToggle }: Props) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) onToggle()
  }
  return (
    <form
      className="follow-form"
      method="post"
      action={followed ? "/guest/unfollow" : "/guest/follow"}
      onSubmit={submit}
    >
      <input type="hidden" name="feedId" value={feedId} />
      <input type="hidden" name="from" value={from} />
      <button
        className="button"
        type="submit"
        data-tone={followed ? "quiet" : undefined}
        data-follow={feedId}
        data-followed={followed}
        aria-label={name}
        aria-busy={busy || undefined}
      >
        {label}
      </button>
    </form>
  )
}
