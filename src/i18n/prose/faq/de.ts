import type { Faq } from "../article.ts"

export const faq: Faq = {
  title: "Häufige Fragen",
  description:
    "Was Quire ist, wie das Folgen ohne Konto funktioniert, was Abonnenten und Kreative sind und wie bezahlt wird.",
  lead: "Kurze Antworten auf das, was die meisten zuerst fragen.",
  contents: "Auf dieser Seite",
  parts: [
    {
      title: "Quire und die Menschen dahinter",
      questions: [
        {
          question: "Was ist Quire?",
          answer: [
            "Ein Lesesaal für unabhängige Medien. Quire sammelt Artikel, Newsletter, Videos und Podcasts dort ein, wo ihre Urheber sie veröffentlichen, und zeigt alles, dem Sie folgen, in einem einzigen Feed, das Neueste zuerst.",
            "Nichts wird für Sie gewichtet. Kein Algorithmus entscheidet, was Sie sehen sollen, und Werbung gibt es nicht.",
          ],
        },
        {
          question: "Brauche ich ein Konto?",
          answer: [
            "Zum Lesen nicht. Als Gast können Sie stöbern, suchen, bis zu 10 Feeds folgen und sie in bis zu 3 Gruppen ordnen.",
            "Ein Konto brauchen Sie für alles, was auf jedem Gerät Ihnen gehören soll: mehr Feeds, Abonnements, Nachrichten, eine Wallet.",
          ],
        },
        {
          question: "Wo wird gespeichert, wem ich folge?",
          answer: [
            "Bei Gästen in dem Browser, in dem sie folgen, und nirgends sonst. Beim Schließen des Fensters geht nichts verloren, beim Löschen der Browserdaten schon.",
            "Sie können Ihre Liste jederzeit als OPML-Datei mitnehmen, die jeder Feedreader versteht.",
          ],
        },
        {
          question: "Wem oder was kann ich folgen?",
          answer: [
            "Allem, was einen Feed anbietet, und manchem, das seinen versteckt:",
            {
              list: [
                "Blogs und Newslettern: Substack, Medium, WordPress, Ghost, Blogger und jeder eigenen Website mit Feed;",
                "Videos: YouTube, Vimeo, Odysee, Bitchute, Rumble, PeerTube;",
                "Podcasts, mit dem Player im Feed;",
                "Adressen von RSS-, Atom- und JSON-Feeds.",
              ],
            },
            "Messenger-Kanäle und soziale Netzwerke werden teilweise unterstützt, soweit sie sich lesen lassen.",
          ],
        },
        {
          question: "Wie füge ich etwas hinzu, das nicht aufgeführt ist?",
          answer: [
            "Kopieren Sie die Adresse aus dem Browser, fügen Sie sie in das Feld im [Newsfeed](/newsfeeds) ein und drücken Sie die Eingabetaste. Die Adresse einer Seite genügt: Quire sucht den Feed dahinter.",
          ],
        },
        {
          question: "Wer sind die Kreativen?",
          answer: [
            "Menschen, die auf Quire veröffentlichen oder ihren Feed hier übernommen haben. Kreative (CC) haben einen Kanal mit eigener Seite, einem Chatraum und, wenn sie möchten, Inhalten nur für Abonnenten. Wer mitmachen will, stellt einen Antrag, und den liest ein Mensch.",
          ],
        },
        {
          question: "Was sind Abonnenten?",
          answer: [
            "Leserinnen und Leser, die einen Beitrag zahlen, meist etwa 10 im Monat, und ihn auf die Kreativen verteilen, die sie auswählen. Eine Zahlung unterstützt mehrere Menschen, statt dass für jeden ein eigenes Abo nötig ist.",
            {
              list: [
                "Abonnenten lesen, was ihre Kreativen für sie reservieren, können ihnen schreiben und an privaten Gruppenchats teilnehmen.",
                "Premium-Abonnenten zahlen einem Einzelnen mehr und sehen die höchste Stufe seiner Inhalte.",
              ],
            },
            "Bezahlt wird in Kryptowährung; [Warum Krypto?](/crypto) erklärt den Grund. Sie bestimmen die Dauer, und nichts verlängert sich von selbst, wenn Sie es nicht wünschen.",
          ],
        },
      ],
    },
    {
      title: "Lesen",
      questions: [
        {
          question: "In welcher Reihenfolge erscheint mein Feed?",
          answer: [
            "Nach Datum, das Neueste zuerst. Steht derselbe Beitrag in mehreren Feeds, erscheint er einmal und nennt die anderen.",
            "Sie können den Feed auf heute, die letzten 7 oder 30 Tage oder einen beliebigen Zeitraum eingrenzen, auf eine Gruppe oder auf bestimmte Quellen.",
          ],
        },
        {
          question: "Wozu sind Gruppen da?",
          answer: [
            "Um zu trennen, was Sie beim Frühstück lesen und was Sie am Abend hören. Eine Gruppe bleibt auch ohne Feed bestehen, bis Sie sie löschen.",
          ],
        },
        {
          question: "Warum ist ein Feed vorübergehend nicht verfügbar?",
          answer: [
            "Weil sein Server nicht geantwortet hat oder mit etwas, das kein Feed ist. Quire fragt weiter nach, in wachsenden Abständen, und was schon gesammelt wurde, bleibt lesbar.",
          ],
        },
        {
          question: "Sehen die Anbieter, dass ich sie lese?",
          answer: [
            "Beim Lesen hier nicht. Quire ruft jeden Feed einmal für alle ab, und Bilder kommen über unseren eigenen Server; der Anbieter sieht unsere Adresse, nicht Ihre. Öffnen Sie das Original oder spielen Sie einen Podcast oder ein Video ab, sind Sie auf dem Server des Anbieters.",
          ],
        },
        {
          question: "In welchen Sprachen gibt es etwas zu lesen?",
          answer: [
            "Die Bibliothek enthält über 400.000 Beiträge in 9 Sprachen. Die Oberfläche spricht Englisch, Deutsch und Chinesisch in beiden Schriften; die Beiträge bleiben in der Sprache, in der sie geschrieben wurden.",
          ],
        },
        {
          question: "Funktioniert das ohne JavaScript?",
          answer: [
            "Lesen, Suchen, Filtern und der Sprachwechsel ja. Das Folgen nicht, denn Ihr Browser muss sich merken, wem Sie folgen.",
          ],
        },
      ],
    },
    {
      title: "Bezahlen und bezahlt werden",
      questions: [
        {
          question: "Was kostet das?",
          answer: [
            "Lesen kostet nichts. Ein Abonnement kostet meist etwa 10 im Monat für alle ausgewählten Kreativen zusammen. Spenden sind so hoch, wie Sie möchten.",
          ],
        },
        {
          question: "Wie bezahle ich?",
          answer: [
            "Aus der Wallet Ihres Kontos, in Kryptowährung. Wenn Sie noch keine haben: [Krypto kaufen](/wallet/howtobuy) erklärt es von Anfang an.",
          ],
        },
        {
          question: "Wie wird ein Beitrag unter den Kreativen aufgeteilt?",
          answer: [
            "Am Ende jedes Ausschüttungszeitraums erhalten alle, die Sie ausgewählt haben, ihren Anteil. Jede Zahlung steht in Ihrer Übersicht.",
          ],
        },
      ],
    },
  ],
}
