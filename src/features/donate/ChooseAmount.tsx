import { type SubmitEvent, useState } from "react"
import { DONATION_MESSAGE_LENGTH_MAX, formatUnits, parseUnits, unitsText } from "#contract/wallet"
import type { Locale } from "../../i18n/locales.ts"
import { type Prices, parseValue, priceText, validPrice, worthOf } from "../../lib/prices.ts"
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
  readonly prices: Prices | null
  /** The previous choice, if the person returned to change it. */
  readonly chosen: Choice | undefined
  readonly onChosen: (choice: Choice) => void
  readonly onCancel: () => void
}

/** The first step of a donation: asset, amount and message. */
export function ChooseAmount({ t, locale, name, balances, until, prices, chosen, onChosen, onCancel }: Props) {
  // Preselects the first coin with a balance.
  const [assetTypeId, setAsset] = useState(
    chosen?.balance.assetTypeId ?? (balances.find(({ available }) => available > 0n) ?? balances[0])?.assetTypeId,
  )
  const [amount, setAmount] = useState(chosen?.amount ?? "")
  const [isInBase, setInBase] = useState(false)
  const [message, setMessage] = useState(chosen?.message ?? "")
  const balance = balances.find((each) => each.assetTypeId === assetTypeId)
  if (balance === undefined) return null
  const price = validPrice(balance.assetTypeId, prices)
  const base = isInBase && price !== null ? prices?.base : undefined
  const units = readAmount(amount, balance, (text) =>
    base !== undefined && price !== null ? parseValue(text, price, base) : parseUnits(text, balance.digits),
  )
  const worth = (of: bigint) => worthOf(of, balance.assetTypeId, prices, locale)
  const typed =
    typeof units !== "bigint"
      ? null
      : base === undefined
        ? worth(units)
        : `${formatUnits(units, balance.digits, locale, balance.shownDigits)} ${balance.name}`
  const whenOf = (at: number) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at)
  const isReady = typeof units === "bigint"
  const isEmpty = balances.every(({ available }) => available === 0n)

  const limit =
    until === null || balance.limit === null
      ? undefined
      : t("donate.limit", {
          amount: formatUnits(balance.limit, balance.digits, locale, balance.shownDigits),
          asset: balance.name,
          time: whenOf(until),
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
              {prices !== null && <small>{worthOf(each.available, each.assetTypeId, prices, locale)}</small>}
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
            onClick={() => {
              setInBase(false)
              setAmount(unitsText(preset, balance.digits))
            }}
          >
            {formatUnits(preset, balance.digits, locale, balance.shownDigits)} {balance.name}
            {worth(preset) !== null && <small>≈ {worth(preset)}</small>}
          </button>
        ))}
      </fieldset>
      <label className="donate-field" htmlFor="donate-amount">
        {t("donate.amount", { asset: base?.name ?? balance.name })}
      </label>
      <div className="donate-amount">
        <AmountInput
          id="donate-amount"
          value={amount}
          digits={base?.digits ?? balance.digits}
          onAmount={setAmount}
          aria-describedby="donate-typed donate-problem"
          aria-invalid={units === "notEnough" || units === "overLimit"}
          ref={takeFocus}
        />
        {prices !== null && price !== null && (
          <select
            className="field"
            aria-label={t("donate.unit")}
            value={isInBase ? prices.base.name : ""}
            onChange={(event) => {
              setInBase(event.currentTarget.value !== "")
              setAmount("")
            }}
          >
            <option value="">{balance.name}</option>
            <option>{prices.base.name}</option>
          </select>
        )}
      </div>
      <output id="donate-typed" className="donate-worth" htmlFor="donate-amount">
        {typed !== null && `≈ ${typed}`}
      </output>
      {prices !== null && (
        <p className="donate-note">
          {price === null
            ? t("donate.noRate", { currency: prices.base.name, asset: balance.name })
            : t("donate.rates", {
                rates: `1 ${balance.name} = ${priceText(price, prices.base, locale)}`,
                when: whenOf(price.takenAt),
              })}
        </p>
      )}
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
