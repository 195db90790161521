import type { LetterBook } from "./LetterBook.ts"

export const de: LetterBook = {
  letters: {
    activation: {
      subject: "Bestätigen Sie Ihre E-Mail-Adresse",
      lead: "Willkommen bei Quire. Geben Sie diesen Code ein oder öffnen Sie den Link, um zu bestätigen, dass diese Adresse Ihnen gehört.",
      action: "Adresse bestätigen",
      note: "Falls Sie sich nicht registriert haben, ignorieren Sie diese Nachricht. Ohne den Code geschieht nichts.",
    },
    signIn: {
      subject: "Ihr Code zum Anmelden",
      lead: "Geben Sie diesen Code ein oder öffnen Sie den Link, um sich anzumelden.",
      action: "Anmelden",
      note: "Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht und geben Sie den Code niemandem weiter.",
    },
    reset: {
      subject: "Neues Passwort wählen",
      lead: "Geben Sie diesen Code ein oder öffnen Sie den Link, um ein neues Passwort zu wählen.",
      action: "Neues Passwort wählen",
      note: "Falls Sie das nicht angefordert haben, ignorieren Sie diese Nachricht. Ihr Passwort bleibt, wie es ist.",
    },
    password: {
      subject: "Bestätigen Sie Ihr neues Passwort",
      lead: "Geben Sie diesen Code ein, um zu bestätigen, dass Ihr Passwort geändert werden soll.",
      note: "Falls Sie das nicht angefordert haben, ist vielleicht jemand anderes in Ihrem Konto angemeldet: Ändern Sie Ihr Passwort und melden Sie sich überall ab.",
    },
    preference: {
      subject: "Bestätigen Sie eine Änderung am Schutz Ihres Kontos",
      lead: "Geben Sie diesen Code ein, um die Änderung Ihrer Zwei-Schritt-Anmeldung zu bestätigen.",
      note: "Falls Sie das nicht angefordert haben, ist vielleicht jemand anderes in Ihrem Konto angemeldet: Ändern Sie Ihr Passwort und melden Sie sich überall ab.",
    },
    untiefa: {
      subject: "Zwei-Schritt-Anmeldung entfernen",
      lead: "Geben Sie diesen Code ein oder öffnen Sie den Link, um die Zwei-Schritt-Anmeldung entfernen zu lassen. Das dauert 72 Stunden und lässt sich bis dahin abbrechen.",
      action: "Zwei-Schritt-Anmeldung entfernen",
      note: "Falls Sie das nicht angefordert haben, ignorieren Sie diese Nachricht und ändern Sie Ihr Passwort. Ohne den Code geschieht nichts.",
    },
    addressTried: {
      subject: "Sie haben bereits ein Konto",
      lead: "Jemand, wahrscheinlich Sie selbst, wollte sich mit dieser Adresse registrieren. Sie hat schon ein Konto: Melden Sie sich an, oder wählen Sie ein neues Passwort, falls Sie Ihres vergessen haben.",
      action: "Anmelden",
      note: "Falls Sie es nicht waren, müssen Sie nichts tun. Niemand hat erfahren, dass Sie ein Konto haben.",
    },
    passwordChanged: {
      subject: "Ihr Passwort wurde geändert",
      lead: "Das Passwort Ihres Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.",
      action: "Neues Passwort wählen",
      note: "Falls Sie es nicht waren, wählen Sie sofort ein neues Passwort.",
    },
    newDevice: {
      subject: "In Ihrem Konto hat sich jemand angemeldet",
      lead: "Jemand hat sich mit einem Browser in Ihrem Konto angemeldet, der das zuvor nicht getan hatte.",
      action: "Ansehen, wo ich angemeldet bin",
      note: "Falls Sie es nicht waren, melden Sie sich überall ab und ändern Sie Ihr Passwort.",
    },
    accountDeleted: {
      subject: "Ihr Konto wurde gelöscht",
      lead: "Ihr Konto und alles, was dazugehörte, wurde endgültig gelöscht. Danke, dass Sie bei uns gelesen haben.",
      note: "Falls Sie es nicht waren, antworten Sie auf diese Nachricht.",
    },
    stepOn: {
      subject: "Die Zwei-Schritt-Anmeldung ist eingeschaltet",
      lead: "Von jetzt an braucht die Anmeldung in Ihrem Konto einen zweiten Schritt.",
      action: "Ansehen, wie ich mich anmelde",
      note: "Falls Sie es nicht waren, entfernen Sie ihn über den Link und ändern Sie Ihr Passwort.",
    },
    stepOff: {
      subject: "Die Zwei-Schritt-Anmeldung ist ausgeschaltet",
      lead: "Die Anmeldung in Ihrem Konto braucht wieder nur einen Schritt.",
      action: "Wieder einschalten",
      note: "Falls Sie es nicht waren, ändern Sie Ihr Passwort und schalten Sie sie wieder ein.",
    },
    stepRemovalAsked: {
      subject: "Ihr zweiter Schritt wird in 72 Stunden entfernt",
      lead: "Jemand, der Ihre E-Mails liest, hat gebeten, den zweiten Schritt Ihres Kontos zu entfernen. Das geschieht 72 Stunden danach, wenn Sie es nicht abbrechen.",
      action: "Zweiten Schritt behalten",
      note: "Falls Sie es nicht waren, brechen Sie es ab und ändern Sie die Passwörter Ihres Kontos und Ihres Postfachs.",
    },
    passkeyAdded: {
      subject: "Ein Passkey wurde Ihrem Konto hinzugefügt",
      lead: "Von jetzt an kann sich in Ihrem Konto anmelden, wer diesen Passkey hat.",
      action: "Ansehen, wie ich mich anmelde",
      note: "Falls Sie es nicht waren, entfernen Sie ihn, melden Sie sich überall ab und ändern Sie Ihr Passwort.",
    },
    appPasswordMade: {
      subject: "Für Ihr Konto wurde ein App-Passwort erzeugt",
      lead: "Eine Lese-App kann mit diesem Passwort lesen, was Sie abonniert haben. Ihr Konto ändern kann sie nicht.",
      action: "Meine App-Passwörter ansehen",
      note: "Falls Sie es nicht waren, nehmen Sie es zurück, melden Sie sich überall ab und ändern Sie Ihr Passwort.",
    },
    identityLinked: {
      subject: "Ein weiteres Konto meldet Sie jetzt an",
      lead: "Von jetzt an kann sich bei Ihnen anmelden, wer in dem unten genannten Konto angemeldet ist.",
      action: "Ansehen, wie ich mich anmelde",
      note: "Falls Sie es nicht waren, entfernen Sie es, melden Sie sich überall ab und ändern Sie Ihr Passwort.",
    },
  },
  lives: "Der Code gilt {time} und nur einmal.",
  at: "Zeit: {time}",
  device: "Browser: {device}",
  name: "Name: {name}",
  footer: "Quire, ein Portal für unabhängige Medien",
}
