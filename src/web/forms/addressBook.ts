import { assetTypes } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import { type ActingPage, callOf, NOTHING_REFUSED, noticeCodeSent, type Refused, refusedBy } from "./Page.ts"
import { leadTo, readForm } from "./readForm.ts"

/** What the page of addresses shows of a form that was sent. */
export type BookView = Refused & {
  readonly label: string
  readonly address: string
  readonly asset: string
  /** Of a mail, shown again beside what is wrong with another field. */
  readonly mailCode: string
  /** What was done, where the page goes on. */
  readonly done: string | undefined
  /** The part of the page that was used. */
  readonly at: "book" | "password"
}

const BLANK: BookView = {
  ...NOTHING_REFUSED,
  label: "",
  address: "",
  asset: "",
  mailCode: "",
  done: undefined,
  at: "book",
}

const PASSWORD: BookView = { ...BLANK, at: "password" }

/** Carries out what a form of the page asks for: an address more or fewer, or the withdrawal password. */
export const handleAddressBookForm = async (page: ActingPage): Promise<Response | BookView> => {
  if (page.request.method !== "POST") return BLANK
  const call = callOf(page)
  const form = await readForm(page.request)
  const field = (name: string) => form.get(name) ?? ""
  switch (field("do")) {
    case "remove": {
      const answer = await call("Balance/RemoveAddress", { entryId: field("entry") })
      return answer.ok ? leadTo(paths.withdrawalAddresses) : { ...BLANK, ...refusedBy(answer) }
    }
    case "add": {
      const [label, address, asset] = [field("label"), field("address"), field("asset")]
      const assetTypeId = assetTypes().find(({ name }) => name === asset)?.assetTypeId ?? 0
      const answer = await call("Balance/AddAddress", { assetTypeId, label, address })
      if (answer.ok) return leadTo(paths.withdrawalAddresses)
      return { ...BLANK, label, address, asset, ...refusedBy(answer, "label", "address") }
    }
    case "mail": {
      const answer = await call("User/SendConfirmationCode", {})
      if (!answer.ok) return { ...PASSWORD, ...refusedBy(answer) }
      noticeCodeSent(page.locals)
      return PASSWORD
    }
    default: {
      const proofs = [
        ["oldPassword", field("oldPassword")],
        ["mailCode", field("mailCode")],
        ["code", field("code")],
      ] as const
      const proof = Object.fromEntries(proofs.filter(([, value]) => value !== "").slice(0, 1))
      const answer = await call("UserProfile/SetupWithdrawalPassword", { password: field("password"), ...proof })
      if (answer.ok) return { ...PASSWORD, done: answer.message }
      // A code that was used up is of no more use.
      const mailCode = answer.errors["mailCode"] === undefined ? field("mailCode") : ""
      return { ...PASSWORD, mailCode, ...refusedBy(answer, "password", "oldPassword", "mailCode", "code") }
    }
  }
}
