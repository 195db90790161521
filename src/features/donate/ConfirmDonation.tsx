import { type SubmitEvent, useState } from "react"
import type { DonateT } from "./DonateProps.ts"
import { STEP_CODE, STEP_CODE_LENGTH } from "./spendableBalance.ts"
import { takeFocus } from "./takeFocus.ts"

interface Props {
  readonly t: DonateT
  readonly name: string
  readonly given: { readonly amount: string; readonly asset: string }
  /** The value of the amount in the base currency; null without a price. */
  readonly worth: string | null
  readonly message: string
  /** Whether two-step verification is on. */
  readonly needsCode: boolean
  /** Whether the amount requires the withdrawal password. */
  readonly needsPassword: boolean
  readonly problem: string | undefined
  readonly isBusy: boolean
  readonly onConfirm: (code: string, password: string) => void
  readonly onBack: () => void
}

/** The second step of a donation: summary and credentials. */
export function ConfirmDonation({
  t,
  name,
  given,
  worth,
  message,
  needsCode,
  needsPassword,
  problem,
  isBusy,
  onConfirm,
  onBack,
}: Props) {
  const [code, setCode] = useState("")
  const [password, setPassword] = useState("")
  const isReady = (!needsCode || STEP_CODE.test(code)) && (!needsPassword || password !== "")
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isReady) return event.currentTarget.querySelector("input")?.focus()
    onConfirm(code, password)
    // A code is valid once.
    setCode("")
  }
  return (
    <form onSubmit={submit} noValidate>
      <p>{t("donate.confirm")}</p>
      <p className="donate-sum">
        <strong>
          {given.amount} {given.asset}
        </strong>
        {worth !== null && <span className="donate-worth">≈ {worth}</span>}
        <span>{t("donate.confirm.to", { name })}</span>
      </p>
      {message !== "" && <blockquote>{message}</blockquote>}
      <p className="donate-note">{t("donate.confirm.text")}</p>
      {needsCode && (
        <>
          <label className="donate-field" htmlFor="donate-code">
            {t("donate.code")}
          </label>
          <input
            id="donate-code"
            className="field"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={STEP_CODE_LENGTH}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ""))}
            ref={takeFocus}
          />
        </>
      )}
      {needsPassword && (
        <>
          <label className="donate-field" htmlFor="donate-password">
            {t("donate.password")}
          </label>
          <input
            id="donate-password"
            className="field"
            type="password"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            ref={takeFocus}
          />
          <p className="donate-note">
            {/* In a new tab, so that the input here is kept. */}
            <a href="/wallet/withdraw/management" target="_blank" rel="noopener">
              {t("donate.password.setUp")}
            </a>
          </p>
        </>
      )}
      <p className="donate-error" role="alert">
        {problem}
      </p>
      <p className="donate-actions">
        <button
          className="button"
          data-tone="solid"
          type="submit"
          aria-disabled={!isReady}
          aria-busy={isBusy}
          ref={needsCode ? undefined : takeFocus}
        >
          {t("donate.confirm.act", given)}
        </button>
        <button className="button" data-tone="quiet" type="button" onClick={onBack}>
          {t("donate.back")}
        </button>
      </p>
    </form>
  )
}
