import { keepList } from "../reader/shownList.ts"
import { watchMarks } from "./watchMarks.ts"
import { watchNewItems } from "./watchNewItems.ts"
import { watchTimes } from "./watchTimes.ts"
import { watchTouches } from "./watchTouches.ts"

// The script of an open newsfeed, loaded at the first touch or after a while. The page works without it.
watchMarks()
watchNewItems()
watchTimes()
watchTouches()
addEventListener("pagehide", keepList)
