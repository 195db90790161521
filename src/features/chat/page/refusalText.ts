import {
  BANS_MAX,
  BLOCKS_MAX,
  MESSAGE_LENGTH_MAX,
  NEED_PERMISSION,
  REACTIONS_PER_MESSAGE_MAX,
  REPORTS_MAX,
  STRANGERS_A_DAY_MAX,
} from "#contract/chat"
import { toast } from "../../../lib/toast.ts"
import type { Answer } from "../connection/frame.ts"
import type { ChatT } from "./context.ts"

/** The text for a refusal. */
export const refusalText = (t: ChatT, { text, key = "" }: { readonly text: string; readonly key?: string }): string => {
  if (text === NEED_PERMISSION) return t("chat.needPermission")
  switch (key) {
    case "chat.unfit.long":
      return t("chat.unfit.long", { count: MESSAGE_LENGTH_MAX })
    case "chat.most.blocks":
      return t("chat.most.blocks", { count: BLOCKS_MAX })
    case "chat.most.bans":
      return t("chat.most.bans", { count: BANS_MAX })
    case "chat.most.reactions":
      return t("chat.most.reactions", { count: REACTIONS_PER_MESSAGE_MAX })
    case "chat.most.reports":
      return t("chat.most.reports", { count: REPORTS_MAX })
    case "chat.most.strangers":
      return t("chat.most.strangers", { count: STRANGERS_A_DAY_MAX })
    case "chat.awaitsAnswer":
    case "chat.busy":
    case "chat.malformed":
    case "chat.needPermission":
    case "chat.noMessage":
    case "chat.roomBusy":
    case "chat.tooOften":
    case "chat.unfit.characters":
    case "chat.unfit.clientId":
    case "chat.unfit.empty":
    case "chat.unfit.files":
    case "chat.unfit.pictures":
    case "chat.unfitHours":
      return t(key)
    default:
      return t("state.failed")
  }
}

/** Shows why an action failed. */
export const toastRefusal = (t: ChatT, answer: Answer<unknown>): void => {
  if (!answer.ok) toast("error", refusalText(t, answer))
}
