import { languageState, rememberLanguage } from "../../lib/stores/language.ts"
import { watchScreen } from "../../lib/stores/screen.ts"
import { watchPerson } from "../account/watchPerson.ts"
import { loadLive } from "../chat/loadLive.ts"
import { watchKeys } from "../keyboard/watchKeys.ts"
import { watchNewsfeed } from "../newsfeed/watchNewsfeed.ts"
import { watchNews } from "../notify/watchNews.ts"
import { serveArticleTools } from "../reader/serveArticleTools.ts"
import { watchOpened } from "../reader/watchOpened.ts"
import { watchReading } from "../reader/watchReading.ts"
import { rememberTimeZone } from "./clock.ts"
import { serveDialogs } from "./dialogs.ts"
import { keepOffline } from "./offline.ts"
import { serveSearch } from "./search.ts"
import { serveTheme } from "./theme.ts"
import { serveToasts } from "./toasts.ts"
import { watchVersion } from "./version.ts"
import { serveWelcome } from "./welcome.ts"

// All of this improves what works without it. It is one file for all pages, because a request costs a first view more
// than the few lines that a page does not need; it stays under 5 kB gzipped. Everything else loads when it is used.
watchPerson()
serveDialogs()
serveToasts()
serveSearch()
serveTheme()
rememberTimeZone()
watchScreen()
rememberLanguage(document.documentElement.lang, navigator.language)
document.documentElement.toggleAttribute("data-no-blurbs", !languageState.get().ShowBlurb)
serveWelcome()
watchVersion()
keepOffline()
watchKeys()
watchNews()
watchReading()
watchNewsfeed()
watchOpened()
serveArticleTools()
loadLive()
