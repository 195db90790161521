import { clearPreviousPerson } from "../follow/clearPersonData.ts"
import { watchSession } from "./watchSession.ts"

// Runs where page and browser do not agree on who is signed in (watchPerson.ts).
clearPreviousPerson()
watchSession()
