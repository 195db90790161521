import type { Article, Faq } from "../article.ts"

export const crypto: Article = {
  title: "Warum Krypto?",
  description: "Warum auf Quire in Kryptowährung bezahlt wird, was das praktisch heißt und worauf Sie achten sollten.",
  lead: "Unabhängige Medien brauchen einen Weg, bezahlt zu werden, den niemand abschalten kann. Warum wir uns für Kryptowährung entschieden haben, und was dagegen spricht.",
  sections: [
    {
      title: "Vom Leser zum Creator",
      blocks: [
        "Eine Kartenzahlung läuft über eine Bank, eine Kartenfirma und einen Zahlungsdienst. Jeder nimmt seinen Teil, jeder hat eigene Regeln, wen er bedient, und jeder kann die Beziehung über Nacht beenden. Wer über Unbequemes schreibt, hat das oft genug erlebt.",
        "Eine Überweisung in Kryptowährung kommt ohne sie aus. Sie wird in ein öffentliches Kassenbuch eingetragen, das viele unabhängige Rechner führen, und was dort steht, nimmt niemand zurück.",
      ],
    },
    {
      title: "Kleine Beträge, jedes Land",
      blocks: [
        "Ein Abonnement von etwa 10 Euro im Monat, geteilt auf mehrere Creator, ergibt Beträge, die Kartengebühren auffressen würden. Innerhalb von Quire wandert so ein Anteil durch unser eigenes Kassenbuch und kostet nichts; nur Ein- und Auszahlungen berühren ein Netzwerk und dessen Gebühr.",
        "Ob Leser und Creator im selben Land leben, dieselbe Währung haben oder überhaupt ein Bankkonto, spielt keine Rolle.",
      ],
    },
    {
      title: "Was es über Sie verrät",
      blocks: [
        "Ein Abonnement erzählt mehr, als die meisten ihrer Bank anvertrauen möchten: was Sie lesen. Bei Kryptowährung steht auf keinem Kontoauszug, wen Sie unterstützen.",
        "Unsichtbar sind Sie damit nicht. Öffentliche Kassenbücher kann jeder dauerhaft durchsuchen, und wer weiß, dass eine Adresse Ihnen gehört, sieht, was mit ihr geschah.",
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
            "Sie wählen eine Basiswährung, in der Sie Preise sehen, und die Creator, die Sie unterstützen möchten.",
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

export const faq: Faq = {
  title: "Häufige Fragen",
  description:
    "Was Quire ist, wie das Folgen ohne Konto funktioniert, was Abonnenten und Creator sind und wie bezahlt wird.",
  lead: "Kurze Antworten auf das, was die meisten zuerst fragen.",
  contents: "Auf dieser Seite",
  parts: [
    {
      title: "Über Quire",
      questions: [
        {
          question: "Was ist Quire?",
          answer: [
            "Ein Portal für unabhängige Medien. Quire sammelt Artikel, Newsletter, Videos und Podcasts dort ein, wo ihre Creator sie veröffentlichen, und zeigt alles, dem Sie folgen, in einem einzigen Feed, das Neueste zuerst.",
            "Nichts wird gewichtet. Kein Algorithmus entscheidet, was Sie sehen sollen, und Werbung gibt es nicht.",
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
            "Allem, was einen Feed hat, auch wenn er schwer zu finden ist:",
            {
              list: [
                "Blogs und Newslettern: Substack, Medium, WordPress, Ghost, Blogger und jeder eigenen Website mit Feed;",
                "Videos: YouTube, Vimeo, Odysee, Bitchute, Rumble, PeerTube;",
                "Podcasts, mit eingebautem Player;",
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
          question: "Wer sind die Creator?",
          answer: [
            "Menschen, die auf Quire veröffentlichen. Creator (CC) haben einen Kanal mit eigener Seite, einem Chatraum und, wenn sie möchten, Inhalten nur für Abonnenten. Wer mitmachen möchte, bewirbt sich; jede Bewerbung prüft ein Mensch.",
          ],
        },
        {
          question: "Was sind Abonnenten?",
          answer: [
            "Leserinnen und Leser, die einen Beitrag zahlen, meist etwa 10 Euro im Monat, und ihn auf die Creator verteilen, die sie auswählen. Eine Zahlung unterstützt mehrere Menschen, statt dass für jeden ein eigenes Abo nötig ist.",
            {
              list: [
                "Abonnenten lesen, was ihre Creator für sie reservieren, können ihnen schreiben und an privaten Gruppenchats teilnehmen.",
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
            "Weil sein Server nicht geantwortet hat oder mit etwas, das kein Feed ist. Quire versucht es weiter, in wachsenden Abständen. Schon gesammelte Beiträge bleiben lesbar.",
          ],
        },
        {
          question: "Sehen die Herausgeber, dass ich sie lese?",
          answer: [
            "Beim Lesen hier nicht. Quire ruft jeden Feed einmal für alle ab, und Bilder kommen über unseren eigenen Server; der Herausgeber sieht unsere Adresse, nicht Ihre. Öffnen Sie das Original oder spielen Sie einen Podcast oder ein Video ab, sind Sie auf dem Server des Herausgebers.",
          ],
        },
        {
          question: "Welche Sprachen gibt es?",
          answer: [
            "Die Bibliothek sammelt Beiträge in mehr als neun Sprachen; wie viele es gerade sind, steht auf der Startseite. Die Oberfläche gibt es auf Englisch, Deutsch und Chinesisch (vereinfacht und traditionell). Die Beiträge bleiben in ihrer Originalsprache.",
          ],
        },
        {
          question: "Funktioniert das ohne JavaScript?",
          answer: [
            "Lesen, Suchen, Filtern, Folgen, Gruppen und die Wahl der Sprache gehen ohne. Der Chat, das Weiterspielen über Seiten hinweg und das Offline-Lesen brauchen es.",
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
            "Lesen kostet nichts. Ein Abonnement kostet meist etwa 10 Euro im Monat für alle ausgewählten Creator zusammen. Spenden sind so hoch, wie Sie möchten.",
          ],
        },
        {
          question: "Wie bezahle ich?",
          answer: [
            "Aus der Wallet Ihres Kontos, in Kryptowährung. Wenn Sie noch keine haben: [Krypto kaufen](/wallet/howtobuy) erklärt es von Anfang an.",
          ],
        },
        {
          question: "Wie wird ein Beitrag unter den Creatorn aufgeteilt?",
          answer: [
            "Am Ende jedes Ausschüttungszeitraums erhalten alle, die Sie ausgewählt haben, ihren Anteil. Jede Zahlung steht in Ihrer Übersicht.",
          ],
        },
      ],
    },
  ],
}

export const howToBuy: Article = {
  title: "Krypto kaufen",
  description:
    "Ohne Vorkenntnisse bis zur ersten Zahlung: Wallet wählen, einen kleinen Betrag kaufen, senden und sicher bleiben.",
  lead: "Ohne Vorkenntnisse bis zur ersten Zahlung. Wir empfehlen keinen Anbieter und verdienen nichts an Ihrer Wahl; die Schritte sind überall dieselben.",
  sections: [
    {
      title: "Was Sie brauchen",
      blocks: [
        {
          list: [
            "Einen Betrag, den Sie entbehren können. Für ein Jahr Abonnement sind das etwa 120 Euro.",
            "Einen Ausweis: Die meisten Anbieter müssen danach fragen.",
            "Ein Bankkonto oder eine Karte zum Bezahlen.",
          ],
        },
      ],
    },
    {
      title: "1. Eine Währung wählen",
      blocks: [
        "Quire nimmt Bitcoin (BTC), Bitcoin Cash (BCH) und Litecoin (LTC). Für kleine Beträge sind die beiden letzten günstiger: Ihre Netzwerkgebühr beträgt meist wenige Cent, während die von Bitcoin an vollen Tagen mehrere Euro erreichen kann.",
      ],
    },
    {
      title: "2. Eine Wallet wählen",
      blocks: [
        "Eine Wallet verwahrt den Schlüssel zu Ihrem Guthaben. Drei Arten stehen zur Wahl:",
        {
          list: [
            "Die Wallet Ihres Quire-Kontos: nichts zu installieren, gedacht zum Ausgeben hier.",
            "Eine Wallet-App auf Telefon oder Computer: Der Schlüssel gehört nur Ihnen. Nehmen Sie eine mit offenem Quelltext.",
            "Eine Hardware-Wallet: ein kleines Gerät, das den Schlüssel nie herausgibt. Sie lohnt sich ab größeren Beträgen.",
          ],
        },
        "Eine eigene Wallet zeigt Ihnen beim Einrichten 12 oder 24 Wörter. Schreiben Sie sie auf Papier und legen Sie es zu Ihren Dokumenten. Wer diese Wörter hat, hat Ihr Guthaben.",
      ],
    },
    {
      title: "3. Einen Anbieter wählen",
      blocks: [
        {
          list: [
            "Eine Börse verkauft zum Marktpreis und nimmt ein kleines Prozent. Sie verlangt eine Anmeldung mit Ausweis.",
            "Ein Broker oder eine App verkauft zum Festpreis: einfacher und teurer.",
            "Ein Automat nimmt Bargeld, mit 5 bis 15 Prozent Aufschlag.",
            "Ein Mensch, den Sie kennen: Vereinbaren Sie den Tageskurs und erledigen Sie es persönlich.",
          ],
        },
        "Was immer Sie wählen: Ist der Anbieter bei Ihnen zugelassen, nennt er alle Gebühren vor dem Bezahlen, und können Sie Ihr Guthaben von dort abziehen? Lautet eine Antwort nein, gehen Sie woandershin.",
      ],
    },
    {
      title: "4. Zuerst wenig kaufen",
      blocks: [
        {
          steps: [
            "Melden Sie sich an und schalten Sie vor allem anderen die Zwei-Faktor-Anmeldung ein.",
            "Zahlen Sie möglichst per Überweisung ein: Karten kosten mehr.",
            "Kaufen Sie für einen kleinen Betrag und sehen Sie nach, welche Gebühr berechnet wurde.",
          ],
        },
      ],
    },
    {
      title: "5. Senden",
      blocks: [
        {
          steps: [
            "Öffnen Sie in Ihrer Wallet die Einzahlung und kopieren Sie die Adresse genau der Währung, die Sie gekauft haben. Eine BTC-Adresse nimmt kein LTC.",
            "Fügen Sie sie beim Anbieter unter „Auszahlen“ oder „Senden“ ein. Vergleichen Sie die ersten und die letzten sechs Zeichen.",
            "Senden Sie einen kleinen Teil und warten Sie, bis er ankommt: Minuten bei LTC und BCH, bis zu einer Stunde bei BTC.",
            "Senden Sie dann den Rest.",
          ],
        },
      ],
    },
    {
      title: "Sicher bleiben",
      blocks: [
        {
          list: [
            "Niemand von Quire fragt Sie je nach Ihrem Passwort, einem Code oder Ihren Wörtern. Wer das tut, will Sie bestehlen.",
            "Angebote, Ihr Guthaben zu verdoppeln, verlorenes zurückzuholen oder einen Job gegen Vorkasse zu vermitteln, sind ausnahmslos Betrug.",
            "Tippen Sie die Adressen von Börsen selbst ein; folgen Sie keiner Werbung.",
            "Bewahren Sie Belege auf: In vielen Ländern brauchen Sie sie für die Steuererklärung.",
          ],
        },
      ],
    },
  ],
  next: { text: "Sie fragen sich, warum es überhaupt Krypto sein muss?", link: "Warum Krypto?" },
}
