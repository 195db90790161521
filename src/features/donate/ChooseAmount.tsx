import { type SubmitEvent, useState } from "react"
import { DONATION_MESSAGE_LENGTH_MAX, formatUnits, unitsText } from "#contract/wallet"
import type { Locale } from "../../i18n/locales.ts"
import { AmountInput } from "../wallet/AmountInput.tsx"
import type { DonateT } from "./DonateProps.ts"
import { presetsOf, readAmount, type SpendableBalance } from "./spendableBalance.ts"
import { takeFocus } from "./takeFocus.ts"

interface Choice {
  readonly balance: SpendableBalance
  readonly units: bigint
  readonly amount: string
  readonly message: string
}
interface Props {
  readonly t: DonateT
  readonly locale: Locale
  readonly name: string
  readonly balances: ReadonlyArray<SpendableBalance>
  /** When the limits of the balances end, in milliseconds since 1970; null without limits. */
  readonly until: number | null
  /** The previous choice, if the person returned to change it. */
  readonly chosen: Choice | undefined
  readonly onChosen: (choice: Choice) => void
  readonly onCancel: () => void
}

/** The first step of a donation: asset, amount and message. */
export function ChooseAmount({ t, locale, name, balances, until, chosen, onChosen, onCancel }: Props) {
  // Preselects the first coin with a balance.
  const [assetTypeId, setAsset] = useState(
    chosen?.balance.assetTypeId ?? (balances.find(({ available }) => available > 0n) ?? balances[0])?.assetTypeId,
  )
  const [amount, setAmount] = useState(chosen?.amount ?? "")
  const [message, setMessage] = useState(chosen?.message ?? "")
  const balance = balances.find((each) => each.assetTypeId === assetTypeId)
  if (balance === undefined) return null
  const units = readAmount(amount, balance)
  const isReady = typeof units === "bigint"
  const isEmpty = balances.every(({ available }) => available === 0n)

  const limit =
    until === null || balance.limit === null
      ? undefined
      : t("donate.limit", {
          amount: formatUnits(balance.limit, balance.digits, locale, balance.shownDigits),
          asset: balance.name,
          time: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(until),
        })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typeof units === "bigint")
      onChosen({ balance, units, amount: unitsText(units, balance.digits), message: message.trim() })
    else event.currentTarget.querySelector<HTMLInputElement>("#donate-amount")?.focus()
  }

  return (
    <form onSubmit={submit} noValidate>
      <fieldset className="donate-assets">
        <legend className="visually-hidden">{t("donate.asset")}</legend>
        {balances.map((each) => (
          <label key={each.assetTypeId}>
            <input
              type="radio"
              name="asset"
              checked={each === balance}
              onChange={() => {
                setAsset(each.assetTypeId)
                setAmount("")
              }}
            />
            <b>{each.name}</b>
            <span>
              {t("donate.available", {
                amount: formatUnits(each.available, each.digits, locale, each.shownDigits),
                asset: each.name,
              })}
            </span>
          </label>
        ))}
      </fieldset>
      {limit !== undefined && <p className="donate-note">{limit}</p>}
      <fieldset className="donate-presets">
        <legend className="visually-hidden">{t("donate.presets")}</legend>
        {presetsOf(balance).map((preset) => (
          <button
            key={String(preset)}
            className="chip"
            type="button"
            aria-pressed={units === preset}
            onClick={() => setAmount(unitsText(preset, balance.digits))}
          >
            {formatUnits(preset, balance.digits, locale, balance.shownDigits)} {balance.name}
          </button>
        ))}
      </fieldset>
      <label className="donate-field" htmlFor="donate-amount">
        {t("donate.amount", { asset: balance.name })}
      </label>
      <AmountInput
        id="donate-amount"
        value={amount}
        digits={balance.digits}
        onAmount={setAmount}
        aria-describedby="donate-problem"
        aria-invalid={units === "notEnough" || units === "overLimit"}
        ref={takeFocus}
      />
      <p id="donate-problem" className="donate-error" role="alert">
        {units === "notEnough" && t("donate.notEnough")}
        {units === "overLimit" && limit}
      </p>
      <label className="donate-field" htmlFor="donate-message">
        {t("donate.message", { name })}
      </label>
      <textarea
        id="donate-message"
        className="field"
        rows={2}
        maxLength={DONATION_MESSAGE_LENGTH_MAX}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <p className="donate-actions">
        <button className="button" data-tone="solid" type="submit" aria-disabled={!isReady}>
          {t("donate.ok")}
        </button>
        <button className="button" data-tone="quiet" type="button" onClick={onCancel}>
          {t("donate.cancel")}
        </button>
        {isEmpty && <a href="/wallet/deposit">{t("donate.deposit")}</a>}
      </p>
    </form>
  )
}
