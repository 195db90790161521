/** The same in German. */
export const walletDe = {
  "operation.wallet.settle": "Schwebende Beträge klären",
  "operation.withdrawals.setRules": "Regeln eines Coins ändern",
  "operation.withdrawals.setFees": "Gebühren von Auszahlungen ändern",
  "parameter.amount": "Betrag in Coins",
  "parameter.recipient": "An: fees, cold oder der Code einer Person",
  "parameter.rules": "Regeln, etwa minimum=0.0002 large-cooling=7200",
  "parameter.minimum": "Minimum in Coins",
  "parameter.maximum": "Maximum in Coins",
  "step.settle": "{amount} aus den schwebenden Beträgen buchen auf: {recipient}. Grund: {reason}.",
  "step.setRules": "Für Auszahlungen von {coin} gelten ab jetzt diese Regeln: {rules}. Grund: {reason}.",
  "step.setFees":
    "Gebühren von Auszahlungen betragen ab jetzt mindestens {minimum} und höchstens {maximum} (– bleibt unverändert): {reason}.",
  "operation.withdrawals.setLevel": "Auszahlungen nach Identitätsstufe begrenzen",
  "operation.withdrawals.setCreatorLevel": "Stufe für Kanäle ändern",
  "parameter.limitedLevel": "Bis Stufe",
  "parameter.personDaily": "Je Person in 24 Stunden, in Coins, oder none",
  "parameter.creatorLevel": "Stufe",
  "step.setLevel":
    "Jede Person bis Stufe {level} kann ab jetzt so viel {coin} in 24 Stunden auszahlen: {amount}. Grund: {reason}.",
  "step.setCreatorLevel": "Wer einen Kanal hat, braucht ab jetzt Stufe {level} für Auszahlungen: {reason}.",
  "recipient.fees": "Gebühren der Plattform",
  "recipient.cold": "Cold Storage",
  "cannot.notHalted": "{chain} ist nicht angehalten.",
  "cannot.noAmount": "{amount} ist kein Betrag eines Coins.",
  "cannot.noRule": "Es gibt keine Regel {rule}.",
  "failed.UnfitStep": "es schwebt weniger, oder die Wallet der Person ist geschlossen.",
  "failed.UnfitRules": "die Regeln widersprechen sich.",
  "failed.NotEnough": "das Guthaben der Person ist zu klein.",
  "failed.Frozen": "die Wallet der Person ist eingefroren.",
  "failed.HoldsFunds": "in dieser Wallet sind Coins.",
  "cannot.rules.asset": "Von diesem Asset kann nichts ausgezahlt werden.",
  "cannot.rules.reason": "Die Begründung ist zu lang.",
  "cannot.rules.minimum": "Der Mindestbetrag ist kleiner als das, was das Netzwerk weiterleitet.",
  "cannot.rules.levels":
    "Eine Stufe erlaubt nichts oder mindestens eine Auszahlung und nicht mehr als die nächste Stufe oder der Tag einer Person.",
  "cannot.rules.daily": "Der Mindestbetrag muss in den Tag einer Person passen und dieser in den Tag aller.",
  "cannot.rules.inFlightMax":
    "Was unterwegs sein darf, muss alles fassen, was eine Person am Tag auszahlen darf, mit der höchsten Gebühr.",
  "cannot.rules.approval": "Der Betrag, ab dem Betreiber zustimmen, kann nicht negativ sein.",
  "cannot.rules.donations": "Die Grenze für Spenden kann nicht negativ sein.",
  "cannot.rules.hot": "Die Grenze der Hot Wallet kann nicht negativ sein.",
  "cannot.rules.subsidy": "Die Grenze der übernommenen Gebühren kann nicht negativ sein.",
  "cannot.rules.cooling":
    "Wartezeiten sind 0 bis 604800 Sekunden, und große Auszahlungen warten nicht kürzer als andere.",
  "cannot.rules.confirmations":
    "Bestätigungen sind 1 bis 24, und große Auszahlungen brauchen nicht weniger als andere.",
  "cannot.rules.fees":
    "Die Mindestgebühr muss über null liegen, die Höchstgebühr darf nicht kleiner und höchstens ein Coin sein.",
}
