import { assetTypes } from "../../lib/assetTypes.ts"
import { paths } from "../../lib/paths.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, noticeCodeSent, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** Input and outcome of a submitted form. */
export type BookView = FormRefusal & {
  readonly label: string
  readonly address: string
  readonly asset: string
  /** Kept if another field has a problem. */
  readonly mailCode: string
  /** Success message. */
  readonly done: string | undefined
  /** The submitted section. */
  readonly section: "book" | "password"
}

const BLANK: BookView = {
  ...NO_REFUSAL,
  label: "",
  address: "",
  asset: "",
  mailCode: "",
  done: undefined,
  section: "book",
}

const PASSWORD: BookView = { ...BLANK, section: "password" }

/** Handles the forms of the page: add or remove an address, mail a code, set the withdrawal password. */
export const handleAddressBookForm = async (page: ActingPage): Promise<Response | BookView> => {
  if (page.request.method !== "POST") return BLANK
  const call = callOf(page)
  const form = await readForm(page.request)
  const field = (name: string) => form.get(name) ?? ""
  switch (field("do")) {
    case "remove": {
      const answer = await call("Balance/RemoveAddress", { entryId: field("entry") })
      return answer.ok ? redirectTo(paths.withdrawalAddresses) : { ...BLANK, ...toFormRefusal(answer) }
    }
    case "add": {
      const [label, address, asset] = [field("label"), field("address"), field("asset")]
      const assetTypeId = assetTypes().find(({ name }) => name === asset)?.assetTypeId ?? 0
      const answer = await call("Balance/AddAddress", { assetTypeId, label, address })
      if (answer.ok) return redirectTo(paths.withdrawalAddresses)
      return { ...BLANK, label, address, asset, ...toFormRefusal(answer, "label", "address") }
    }
    case "mail": {
      const answer = await call("User/SendConfirmationCode", {})
      if (!answer.ok) return { ...PASSWORD, ...toFormRefusal(answer) }
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
      // A refused code is not shown again.
      const mailCode = answer.errors["mailCode"] === undefined ? field("mailCode") : ""
      return { ...PASSWORD, mailCode, ...toFormRefusal(answer, "password", "oldPassword", "mailCode", "code") }
    }
  }
}
