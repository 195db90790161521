import type { Translation } from "../../message.ts"
import type { deposit as source } from "./en.ts"

export const deposit: Translation<typeof source> = {
  "deposit.title": "Einzahlen",
  "deposit.lead":
    "Senden Sie Coins aus einer anderen Wallet an Ihre eigene Adresse hier. Sie zählen, sobald die Blockchain sie bestätigt hat.",
  "deposit.asset": "Coin",
  "deposit.address": "Ihre {asset}-Adresse",
  "deposit.copy": "Adresse kopieren",
  "deposit.copied": "Kopiert",
  "deposit.open": "In einer Wallet-App öffnen",
  "deposit.qr": "QR-Code Ihrer {asset}-Adresse",
  "deposit.only":
    "Senden Sie an diese Adresse nur {asset}, und nur in diesem Netzwerk. Alles andere, was hierher gesendet wird, ist verloren.",
  "deposit.counts": "Zählt nach {usual} Bestätigungen, größere Beträge nach {large}.",
  "deposit.counts.all": "Zählt nach {usual} Bestätigungen.",
  "deposit.new": "Neue Adresse",
  "deposit.new.text": "Frühere Adressen bleiben Ihre: Was dort eingeht, zählt ebenso.",
  "deposit.demo.get": "Demo-Coins holen",
  "deposit.demo.text": "Zum Ausprobieren: sendet {amount} {asset} der Demo-Blockchain an Ihre Adresse.",
  "deposit.demo.none": "Nur Demo-Blockchains verschenken Coins.",
  "deposit.coming": "Unterwegs",
  "deposit.coming.none": "Zurzeit ist nichts unterwegs.",
  "deposit.came": "Neueste Einzahlungen",
  "deposit.came.none": "Noch ist nichts eingegangen.",
  "deposit.confirmations": "{count} von {needed} Bestätigungen",
  "deposit.credited": "Eingegangen",
  "deposit.vanished": "Kann nicht mehr kommen",
  "deposit.transaction": "Transaktion",
}
