import { useEffect, useMemo, useRef, useState } from "react"
import { BASE_CURRENCIES, formatUnits, parseUnits } from "#contract/wallet"
import { translatorOf } from "../../i18n/translate.ts"
import { type Call, makeCall } from "../../lib/call.ts"
import { followBalance } from "../wallet/followBalance.ts"
import { ChooseAmount } from "./ChooseAmount.tsx"
import { ConfirmDonation } from "./ConfirmDonation.tsx"
import type { DonateProps, DonateWords } from "./DonateProps.ts"
import type { SpendableBalance } from "./spendableBalance.ts"
import { takeFocus } from "./takeFocus.ts"
import "./donate.css"
import { offeredCoins } from "../../lib/assetTypes.ts"
import { type Prices, worthOf } from "../../lib/prices.ts"
import { receiptNumber } from "../../lib/receiptNumber.ts"
import { loadAssetTypes } from "../wallet/loadAssetTypes.ts"

/** The balances of the donor, their limits and whether a code of their authenticator is required; null if loading failed. */
const loadSpendable = async (
  call: Call,
): Promise<{
  readonly balances: ReadonlyArray<SpendableBalance>
  readonly needsCode: boolean
  /** When the limits end, in milliseconds since 1970; null without limits. */
  readonly until: number | null
  readonly prices: Prices | null
} | null> => {
  const [own, step, paused, priced] = await Promise.all([
    call<{ readonly balances: ReadonlyArray<{ readonly assetTypeId: number; readonly availableBalance: string }> }>(
      "Balance/LoadBalance",
      {},
      { silent: true },
    ),
    call<{ readonly bind2FA: boolean }>("UserPreference/LoadTwoStep", {}, { silent: true }),
    call<{
      readonly until: number | null
      readonly limits: ReadonlyArray<{ readonly assetTypeId: number; readonly amount: string }>
    }>("Donation/LoadDonationLimits", {}, { silent: true }),
    call<{ readonly baseAssetTypeId: number | null; readonly prices: Prices["prices"] }>(
      "Balance/LoadPrices",
      {},
      { silent: true },
    ),
    loadAssetTypes(),
  ])
  if (!own.ok || !step.ok || !paused.ok) return null
  const available = new Map(own.data.balances.map((each) => [each.assetTypeId, each.availableBalance]))
  const balances = offeredCoins().flatMap((asset): ReadonlyArray<SpendableBalance> => {
    const units = parseUnits(available.get(asset.assetTypeId) ?? "0", asset.digits)
    const most = paused.data.limits.find(({ assetTypeId }) => assetTypeId === asset.assetTypeId)
    const limit = most && parseUnits(most.amount, asset.digits)
    return typeof units === "bigint"
      ? [{ ...asset, available: units, limit: typeof limit === "bigint" ? limit : null }]
      : []
  })
  const base = priced.ok ? BASE_CURRENCIES.find((each) => each.assetTypeId === priced.data.baseAssetTypeId) : undefined
  // Donations work without prices.
  const prices = priced.ok && base !== undefined ? { base, prices: priced.data.prices } : null
  return { balances, needsCode: step.data.bind2FA, until: paused.data.until, prices }
}

/** The donation to confirm. Requests with the same command id donate once. */
interface Chosen {
  readonly balance: SpendableBalance
  readonly units: bigint
  readonly amount: string
  readonly message: string
  readonly commandId: string
}
type Loaded = Awaited<ReturnType<typeof loadSpendable>>
type Step = "choose" | "confirm" | { readonly donationId: string }

/** The donation dialog: amount, confirmation, receipt. */
export function DonateDialog({
  locale,
  words,
  userCode,
  name,
  onClose,
}: DonateProps & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const t = useMemo(() => translatorOf<DonateWords>(locale, words), [locale, words])
  const call = useMemo(() => makeCall(locale, words), [locale, words])
  const [loaded, setLoaded] = useState<Loaded | undefined>()
  const [chosen, setChosen] = useState<Chosen>()
  const [step, setStep] = useState<Step>("choose")
  const [problem, setProblem] = useState<string>()
  const [needsPassword, setOwesPassword] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const load = async () => {
    setLoaded(undefined)
    setLoaded(await loadSpendable(call))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the dialog opens
  useEffect(() => {
    dialog.current?.showModal()
    void load()
  }, [])

  const donate = async (code: string, password: string) => {
    if (chosen === undefined || isBusy) return
    setBusy(true)
    const { balance, amount, message, commandId } = chosen
    const payload = { userCode, assetTypeId: balance.assetTypeId, amount, code, password, message }
    const options = { silent: true, commandId }
    const answer = await call<{ readonly donationId: string }>("Donation/donate", payload, options)
    setBusy(false)
    if (!answer.ok) {
      if (answer.errors["password"] !== undefined) setOwesPassword(true)
      return setProblem(answer.message)
    }
    setProblem(undefined)
    setStep(answer.data)
    followBalance()
  }
  const close = () => dialog.current?.close()
  const given = chosen && {
    amount: formatUnits(chosen.units, chosen.balance.digits, locale, chosen.balance.shownDigits),
    asset: chosen.balance.name,
  }
  const worth = loaded && chosen ? worthOf(chosen.units, chosen.balance.assetTypeId, loaded.prices, locale) : null

  return (
    <dialog ref={dialog} className="donate" aria-labelledby="donate-title" onClose={onClose}>
      <header>
        <h2 id="donate-title">{t("donate.title", { name })}</h2>
        <button className="icon-button" type="button" aria-label={t("donate.close")} onClick={close}>
          ×
        </button>
      </header>
      {loaded === undefined && <p aria-live="polite">{t("donate.loading")}</p>}
      {loaded === null && (
        <div className="state" role="alert">
          <strong>{t("donate.failed")}</strong>
          <button className="button" type="button" onClick={() => void load()}>
            {t("donate.retry")}
          </button>
        </div>
      )}
      {loaded && step === "choose" && (
        <ChooseAmount
          {...{ t, locale, name, chosen }}
          balances={loaded.balances}
          until={loaded.until}
          prices={loaded.prices}
          onCancel={close}
          onChosen={(next) => {
            setChosen({ ...next, commandId: newId() })
            setProblem(undefined)
            setOwesPassword(false)
            setStep("confirm")
          }}
        />
      )}
      {loaded && step === "confirm" && chosen && given && (
        <ConfirmDonation
          {...{ t, name, given, worth, problem, isBusy }}
          message={chosen.message}
          needsCode={loaded.needsCode}
          needsPassword={needsPassword}
          onBack={() => setStep("choose")}
          onConfirm={(code, password) => void donate(code, password)}
        />
      )}
      {typeof step === "object" && given && (
        <div className="donate-done" role="status">
          <h3 ref={takeFocus} tabIndex={-1}>
            {t("donate.done")}
          </h3>
          <p>{t("donate.done.text", { name, ...given })}</p>
          {worth !== null && <p className="donate-worth">≈ {worth}</p>}
          <p className="donate-note">
            {t("donate.receipt")}: <b>{receiptNumber(step.donationId) ?? step.donationId}</b>
          </p>
          <p className="donate-actions">
            <button className="button" data-tone="solid" type="button" onClick={close}>
              {t("donate.close")}
            </button>
            <a className="button" data-tone="quiet" href="/transactionhistory">
              {t("donate.history")}
            </a>
          </p>
        </div>
      )}
    </dialog>
  )
}

/** Not `randomUUID`, which requires a secure context. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
