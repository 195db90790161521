import { randomUUID } from "node:crypto"
import { GIFT_PERIODS, RULE_DEFAULTS } from "#contract/subscriptions"
import { localPath } from "#src/lib/localPath.ts"
import type { Notice } from "#src/lib/notices.ts"
import { paths } from "#src/lib/paths.ts"
import { type OwnAnswer, ownCall } from "#src/web/ownCall.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** The forms of the page of gifts, by the value of the pressed button. */
type GiftForm = "buy" | "claim" | "return"

/** What the page shows after a form that was refused. */
export type GiftsView = FormRefusal & {
  readonly form: GiftForm | undefined
  readonly typed: ReadonlyMap<string, string>
  /** Repeated requests with the same id pay once. */
  readonly commandId: string
}

const DONE: Readonly<Record<GiftForm, Notice>> = { buy: "gift-bought", claim: "gift-claimed", return: "gift-returned" }

/** Handles the forms of the page of gifts. */
export const handleGiftForm = async (page: ActingPage): Promise<Response | GiftsView> => {
  const blank: GiftsView = { ...NO_REFUSAL, form: undefined, typed: new Map(), commandId: randomUUID() }
  const { request, locals, clientAddress, url } = page
  if (request.method !== "POST") return blank
  const typed = await readForm(request)
  const field = (name: string) => typed.get(name) ?? ""
  const form = field("do") as GiftForm
  const commandId = field("key") || blank.commandId
  const call = callOf(page)
  const calls: Readonly<Record<GiftForm, () => Promise<OwnAnswer<unknown>>>> = {
    buy: () =>
      ownCall(
        "Channel/BuyGift",
        {
          ...{ channelCode: field("channelCode"), msf: field("msf").replace(",", ".") },
          currencyId: Number(field("currency")) || RULE_DEFAULTS.currencyId,
          mainAssetTypeId: Number(field("asset")) || RULE_DEFAULTS.mainAssetTypeId,
          periods: GIFT_PERIODS.find((periods) => String(periods) === field("periods")) ?? 1,
          ...{ code: field("code"), password: field("password") },
        },
        { request, locals, clientAddress, commandId },
      ),
    claim: () => call("Channel/ClaimGift", { giftCode: field("giftCode") }),
    return: () => call("Channel/ReturnGift", { giftId: field("giftId") }),
  }
  if (!Object.hasOwn(calls, form)) return blank
  const answered = await calls[form]()
  if (!answered.ok) return { ...blank, form, typed, commandId, ...toFormRefusal(answered, "msf", "code", "password") }
  const back = form === "claim" ? localPath(url.searchParams.get("back")) : undefined
  return redirectTo(back ?? paths.gifts, { notice: DONE[form] })
}
