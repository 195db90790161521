import type { Article } from "../article.ts"

export const crypto: Article = {
  title: "Warum Krypto?",
  description: "Warum auf Quire in Kryptowährung bezahlt wird, was das praktisch heißt und worauf Sie achten sollten.",
  lead: "Unabhängige Medien brauchen einen Weg, bezahlt zu werden, den niemand abschalten kann. Warum wir uns für Kryptowährung entschieden haben, und was dagegen spricht.",
  sections: [
    {
      title: "Vom Leser zum Urheber",
      blocks: [
        "Eine Kartenzahlung läuft über eine Bank, eine Kartenfirma und einen Zahlungsdienst. Jeder nimmt seinen Teil, jeder hat eigene Regeln, wen er bedient, und jeder kann die Beziehung über Nacht beenden. Wer über Unbequemes schreibt, hat das oft genug erlebt.",
        "Eine Überweisung in Kryptowährung kommt ohne sie aus. Sie wird in ein öffentliches Kassenbuch eingetragen, das viele unabhängige Rechner führen, und was dort steht, nimmt niemand zurück.",
      ],
    },
    {
      title: "Kleine Beträge, jedes Land",
      blocks: [
        "Ein Abonnement von etwa 10 im Monat, geteilt auf mehrere Kreative, ergibt Beträge, die Kartengebühren auffressen würden. Innerhalb von Quire wandert so ein Anteil durch unser eigenes Kassenbuch und kostet nichts; nur Ein- und Auszahlungen berühren ein Netzwerk und dessen Gebühr.",
        "Ob Leser und Urheber im selben Land leben, dieselbe Währung haben oder überhaupt ein Bankkonto, spielt keine Rolle.",
      ],
    },
    {
      title: "Was es über Sie verrät",
      blocks: [
        "Ein Abonnement erzählt mehr, als die meisten ihrer Bank anvertrauen möchten: was Sie lesen. Bei Kryptowährung steht auf keinem Kontoauszug, wen Sie unterstützen.",
        "Unsichtbar sind Sie damit nicht. Öffentliche Kassenbücher kann jeder und für immer durchsuchen, und wer weiß, dass eine Adresse Ihnen gehört, sieht, was mit ihr geschah.",
      ],
    },
    {
      title: "Was dagegen spricht",
      blocks: [
        {
          list: [
            "Kurse schwanken, manchmal um ein Zehntel an einem Tag. Halten Sie in der Wallet, was Sie ausgeben wollen, nicht, was Sie nicht entbehren können.",
            "Eine Zahlung lässt sich nicht zurückholen. Bei einer falschen Adresse ist das Geld weg.",
            "Einen verlorenen Schlüssel setzt niemand zurück. Mit einer eigenen Wallet sind Sie selbst die Bank, mit allem, was dazugehört.",
            "Manche Länder besteuern oder beschränken sie. Bitte informieren Sie sich, was bei Ihnen gilt.",
          ],
        },
        "Wir geben keine Anlageberatung, und nichts hier lädt zum Spekulieren ein. Für uns ist es ein Zahlungsmittel, mehr nicht.",
      ],
    },
    {
      title: "Wie es hier abläuft",
      blocks: [
        {
          steps: [
            "Sie zahlen Bitcoin, Bitcoin Cash oder Litecoin in die Wallet Ihres Kontos ein.",
            "Sie wählen eine Basiswährung, in der Sie Preise sehen, und die Kreativen, die Sie unterstützen möchten.",
            "Der Beitrag wird am Ende jedes Zeitraums unter ihnen aufgeteilt; Spenden kommen sofort an.",
            "Was übrig bleibt, können Sie jederzeit an Ihre eigene Adresse auszahlen.",
          ],
        },
        "Was Abonnenten sind und bekommen, steht in den [häufigen Fragen](/faq#faq-subtitle-0-6).",
      ],
    },
  ],
  next: { text: "Noch nie eine Kryptowährung besessen? Es dauert etwa eine halbe Stunde.", link: "Krypto kaufen" },
}
