import type { Translation } from "../../message.ts"
import type { follow as source } from "./en.ts"

export const follow: Translation<typeof source> = {
  "follow.follow": "Folgen",
  "follow.unfollow": "Entfolgen",
  "follow.named": "{title}: {action}",
  "follow.success": "Erledigt",
  "follow.limit.feeds": "Ohne Konto können Sie bis zu 10 CCs folgen.",
  "follow.limit.groups": "Ohne Konto können Sie bis zu 3 Gruppen anlegen.",
  "follow.unkept": "Dieser Browser kann Ihre Feeds nicht speichern: Der Speicher ist voll oder abgeschaltet.",
}
