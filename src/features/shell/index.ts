import { rememberLanguage } from "../../lib/stores/language.ts"
import { watchScreen } from "../../lib/stores/screen.ts"
import { watchPerson } from "../account/watchPerson.ts"
import { watchKeys } from "../keyboard/watchKeys.ts"
import { watchNews } from "../notify/watchNews.ts"
import { rememberTimeZone } from "./clock.ts"
import { serveDialogs } from "./dialogs.ts"
import { keepOffline } from "./offline.ts"
import { serveSearch } from "./search.ts"
import { serveTheme } from "./theme.ts"
import { serveToasts } from "./toasts.ts"
import { watchVersion } from "./version.ts"
import { serveWelcome } from "./welcome.ts"

// Everything here makes something better that works without it: all of it together is to stay near 2 kB gzipped,
// and what is more comes when somebody acts.
watchPerson()
serveDialogs()
serveToasts()
serveSearch()
serveTheme()
rememberTimeZone()
watchScreen()
rememberLanguage(document.documentElement.lang, navigator.language)
serveWelcome()
watchVersion()
keepOffline()
watchKeys()
watchNews()
