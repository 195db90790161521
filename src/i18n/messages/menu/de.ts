import type { Translation } from "../../message.ts"
import type { menu as source } from "./en.ts"

export const menu: Translation<typeof source> = {
  "menu.account": "Ihr Konto",
  "menu.profile": "Profilseite",
  "menu.settings": "Einstellungen",
  "menu.dashboard": "Creator-Dashboard",
  "menu.ticket": "Ticket",
  "menu.wallet": "Wallet",
  "menu.transactions": "Transaktionen",
  "menu.searchUser": "Personen finden",
  "menu.signOut": "Abmelden",
  "menu.unnamed": "Neu hier",
}
