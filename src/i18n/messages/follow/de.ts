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
  "follow.most.feeds": "Ein Konto kann bis zu {count} Feeds folgen.",
  "follow.most.groups": "Ein Konto kann bis zu {count} Gruppen haben.",
  "follow.most.rules": "Ein Konto kann bis zu {count} Regeln zum Ausblenden haben.",
  "follow.most.saved": "Ein Konto kann bis zu {count} Beiträge merken.",
  "follow.full": "Ihr Konto ist voll: Es nimmt keine weiteren Feeds oder Gruppen auf.",
}
