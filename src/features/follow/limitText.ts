import type { WordsOf } from "../../i18n/index.ts"
import type { Translate } from "../../i18n/translate.ts"
import { ACCOUNT_LIMITS, isMember } from "./account.ts"

type Limit = "follow.limit.feeds" | "follow.limit.groups"

/** What a limit says: a guest's have the words of the specification, an account's name the number. */
export const limitText = (limit: Limit, t: Translate<WordsOf<"follow">>): string => {
  if (!isMember()) return t(limit)
  return limit === "follow.limit.feeds"
    ? t("follow.most.feeds", { count: ACCOUNT_LIMITS.feeds })
    : t("follow.most.groups", { count: ACCOUNT_LIMITS.groups })
}

export const isLimit = (key: string): key is Limit => key.startsWith("follow.limit.")
