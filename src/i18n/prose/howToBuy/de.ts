import type { Article } from "../article.ts"

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
            "Einen Betrag, den Sie entbehren können. Für ein Jahr Abonnement sind das etwa 120.",
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
