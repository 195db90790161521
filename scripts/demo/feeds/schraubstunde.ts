import type { DemoFeed } from "../DemoFeed.ts"

export const schraubstunde: DemoFeed = {
  slug: "schraubstunde",
  title: "Die Schraubstunde",
  tagline: "Kurze Filme aus einer Reparaturwerkstatt, in der nichts weggeworfen wird, bevor jemand hineingesehen hat.",
  about: `Jeden Dienstagabend öffnet die Werkstatt im alten Spritzenhaus. Wer etwas Kaputtes bringt, bekommt Tee,
Licht und jemanden, der danebensitzt. Die Filme zeigen die Handgriffe, der Text daneben sagt, was wir uns dabei
gedacht haben.`,
  language: "de",
  timeZone: "Europe/Vienna",
  kind: "video",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "Die Dienstagsrunde",
  categories: ["Reparieren", "Werkzeug", "Haushalt", "Fahrrad"],
  look: { scene: "workbench", emblem: "wrench", ink: "ironTeal", fileType: "jpeg" },
  pace: "slow",
  articles: [
    {
      key: "mixer",
      title: "Ein Handmixer von 1978 und die Frage, was eigentlich kaputt heißt",
      tags: ["Reparieren", "Haushalt"],
      lead: `Er drehte nicht mehr, er roch, und er war ein Hochzeitsgeschenk. Nach vierzig Minuten lagen neunzehn
Teile auf dem Tisch, und nur eines davon hatte ein Problem.`,
      text: `
Frau Wessely stellte ihn auf den Tisch wie einen Vogel mit gebrochenem Flügel. „Er hat immer
funktioniert“, sagte sie, „bis er nicht mehr funktioniert hat.“ Das ist, nebenbei, die genaueste Fehlerbeschreibung,
die wir in diesem Jahr gehört haben.

## Was im Film zu sehen ist

1. Zwei Schrauben unter dem Typenschild. Sie sind immer unter dem Typenschild.
2. Das Gehäuse geht nur auf, wenn man den Knopf gedrückt hält. Das weiß man beim zweiten Mal.
3. Die Kohlebürsten: links neun Millimeter, rechts zwei. Da haben wir ihn.
4. Neue Kohlen kosten vier Euro und müssen drei Minuten lang eingeschliffen werden, auf einem Streifen Schleifpapier.
5. Das alte Fett war Bernstein geworden. Ein Fingerhut voll neues genügt.

> Kaputt ist ein Wort für Dinge, in die noch niemand hineingesehen hat.

Der Mixer läuft. Er ist sogar leiser als früher, was Frau Wessely ein wenig misstrauisch macht. Sie hat zur Probe
einen halben Liter Schlagobers mitgebracht. Wir haben die Probe sehr gründlich durchgeführt.`,
    },
    {
      key: "laufrad",
      title: "Ein Laufrad zentrieren, ohne jemanden anzuschreien",
      tags: ["Fahrrad", "Werkzeug"],
      lead: `Sechsunddreißig Speichen, ein Stück Kreide und sehr viel weniger Kraft, als man glaubt. Für alle, die
bisher an dieser Stelle aufgegeben haben.`,
      text: `
Ein Laufrad ist ein Streit zwischen sechsunddreißig Drähten, und solange alle gleich stark ziehen, sieht
es aus wie Frieden. Wenn es eiert, zieht einer zu wenig. Meistens sogar nur einer.

Man braucht einen Nippelspanner, der wirklich passt, und einen Rahmen, der still steht. Es darf auch die umgedrehte
Gabel sein. Dann nähert man die Kreide der Felge, bis sie gerade nicht berührt, und dreht.

| Was man sieht | Was man tut |
| Felge kommt nach links | rechte Speichen dort eine Vierteldrehung fester |
| Felge kommt nach rechts | linke Speichen dort eine Vierteldrehung fester |
| Höhenschlag nach außen | beide Seiten eine Achteldrehung fester |
| Es wird schlimmer | Tee |

Eine Vierteldrehung. Nicht mehr. Das ist der ganze Kurs. Wer eine halbe macht, weil er es eilig hat, macht danach drei
zurück.

Im Film zupft Selim zwischendurch an den Speichen wie an einer Harfe. Das ist kein Spaß: Gleiche Spannung, gleicher
Ton. Die lockere hört man sofort. Sie klingt, als hätte sie von nichts gewusst.`,
    },
    {
      key: "reissverschluss",
      title: "Der Reißverschluss ist nicht hin. Es ist fast nie der Reißverschluss",
      tags: ["Haushalt", "Reparieren"],
      lead: `Er geht hinter dem Schieber wieder auf? Dann sind die Zähne gesund und der Schieber ist müde. Eine Zange,
zwei Sekunden, noch fünf Winter.`,
      text: `
Von hundert Jacken, die zu uns kommen, haben ungefähr achtzig denselben Fehler. Der Schieber, das kleine
Ding mit dem Zipper, ist mit den Jahren ein wenig aufgegangen. Er drückt die Zähne nicht mehr fest genug zusammen.
Also teilt sich der Verschluss hinter ihm wie das Meer.

Die Reparatur steht in keinem Handbuch, weil sie zu kurz ist. Man schiebt den Schieber ganz nach unten, nimmt eine
Flachzange und drückt ihn an beiden Seiten zusammen. Zuerst links, ein Hauch. Dann rechts, ein Hauch. Probieren. Noch
ein Hauch.

- Zu viel gedrückt? Er klemmt. Mit einem Messerrücken vorsichtig wieder öffnen.
- Fehlt ein Zahn weiter oben? Das macht nichts.
- Fehlt der unterste? Dann sprechen wir über Faden und Geduld.

Graphit hilft, also ein Bleistift, einmal auf und ab. Seife hilft auch. Öl hilft einen Tag lang und sammelt danach
alles, was in einer Jackentasche wohnt.

Den Rekord hält eine Skijacke, die seit 1986 in derselben Familie ist und vier Kinder überstanden hat. Sie ging nach
einer Viertelminute wieder zu. Ihr Besitzer ist danach noch zwei Stunden geblieben.`,
    },
    {
      key: "lampe",
      title: "Eine Lampe, drei Generationen Kabel",
      tags: ["Reparieren"],
      lead: `Im Fuß steckte Stoffkabel, in der Mitte Gummi, oben Plastik, und jede Verbindung hatte jemand mit Liebe
gemacht. Trotzdem haben wir alles herausgenommen.`,
      text: `
Bei Lampen hört unsere Gemütlichkeit auf. Eine Naht darf schief sein, ein Topf darf eine Beule haben,
aber was an der Steckdose hängt, wird ordentlich gemacht oder gar nicht. Darum darf das bei uns nur Hedwig. Sie ist
Elektrikerin in Pension und hat eine Art, über die Brille zu schauen.

Die Stehlampe gehörte dem Großvater von Familie Orel. Als Hedwig sie öffnete, war das wie eine Grabung. Unterste
Schicht: Stoff, dreißiger Jahre, brüchig wie Zwieback. Darüber Gummi. Ganz oben weißes Plastik mit einem Knoten als
Zugentlastung.

> Jeder von denen hat sein Bestes gegeben. Und jeder hat gehofft, dass der Nächste nicht hineinschaut.

Neu sind jetzt: ein dreiadriges Kabel, eine Fassung mit Schutzleiter, eine richtige Zugentlastung und ein Schalter,
der klickt. Alt geblieben sind Fuß, Rohr, Schirm und der Fleck am Schirm, von dem drei Leute verschiedene Geschichten
erzählen.

Das alte Kabel hat die Enkelin mitgenommen. Sie macht ein Armband daraus. Ohne Stecker, sagte Hedwig. Ohne Stecker.`,
    },
    {
      key: "werkzeug",
      title: "Die sieben Werkzeuge, die wirklich jeden Dienstag vom Brett kommen",
      tags: ["Werkzeug"],
      lead: `An der Wand hängen zweihundert. Wir haben ein Jahr lang Striche gemacht, und das Ergebnis passt in eine
Brotdose.`,
      text: `
Die Strichliste hing neben dem Waschbecken, und wer ein Werkzeug zurückhängte, machte einen Strich. Nach zweiundfünfzig
Dienstagen haben wir gezählt.

| Platz | Werkzeug | Striche |
| 1 | Schraubendreher, Kreuz, Größe 2 | 611 |
| 2 | Lampe | 540 |
| 3 | Spitzzange | 398 |
| 4 | Messgerät | 377 |
| 5 | Pinsel, weich | 352 |
| 6 | Seitenschneider | 290 |
| 7 | Häkelnadel | 233 |

Über die Häkelnadel wundern sich alle, bis sie einmal eine Feder aus einem Staubsauger geholt haben. Über den Pinsel
wundert sich niemand mehr: Die häufigste Reparatur der Welt ist Staub.

Was nicht auf der Liste steht, ist auch interessant. Der Hammer kam auf neunzehn Striche, davon elf für die
Wäscheleine im Hof. Der Akkuschrauber kam auf sechs. Er ist zu schnell. Man hört mit ihm nicht, wann eine Schraube
müde wird.

Der Tee hat keine Strichliste. Da haben wir uns nicht getraut.`,
    },
  ],
  notes: [
    {
      title: "Radio spielt wieder, allerdings nur Ungarn",
      text: `Der Drehkondensator saß fest. Jetzt lässt er sich bewegen, aber auf der Skala gibt es eine Stelle, an der
alles am schönsten klingt, und die ist weit im Osten.`,
    },
    {
      title: "Was in Toastern wohnt",
      text: `Krümel von elf Jahren, ein Gummiband, eine Münze, die es nicht mehr gibt. Film ohne Worte, bitte nicht
beim Frühstück ansehen.`,
    },
    {
      title: "Ein Knopf, richtig angenäht",
      text: `Mit Stiel. Das ist der Teil, den alle weglassen. Ein Zündholz zwischen Knopf und Stoff, am Ende
herausziehen, dreimal umwickeln.`,
    },
    {
      title: "Stuhl, vierbeinig, wackelt dreibeinig",
      text: `Nicht das kurze Bein verlängern, sondern zuerst den Boden prüfen. In diesem Fall war es der Boden. Der
Stuhl wurde gelobt und heimgeschickt.`,
    },
    {
      title: "Kaffeemühle: Der Ton sagt alles",
      text: `Hoch und dünn heißt leer, tief und rau heißt Stein. Wir haben einen Stein gefunden, schwarz, rund, einer
Bohne zum Verwechseln ähnlich.`,
    },
    {
      title: "Die Kinderstunde hat eine Uhr zerlegt",
      text: `Sie hatte siebzig Teile, zusammengebaut hat sie achtundsechzig, und sie geht genauer als vorher. Die zwei
Teile liegen in einem Glas, falls jemand eine Erklärung hat.`,
    },
    {
      title: "Fahrradkette: eine ehrliche Messung",
      text: `Zehn Glieder sind bei einer neuen Kette genau hundertsiebenundzwanzig Millimeter. Bei dieser waren es
hundertneunundzwanzig. Das sind zwei Millimeter und ein ganzer Kranz.`,
    },
    {
      title: "Vier Griffe, ein Koffer",
      text: `Einer aus Leder, einer aus Seil, einer aus einem alten Gürtel, einer aus Holz. Welchen er nimmt, hat der
Besitzer im Zug entschieden.`,
    },
    {
      title: "Drucker, und warum wir nein sagen",
      text: `Wir nehmen alles, außer Drucker. Wir haben es versucht. Wir sind auch nur Menschen.`,
    },
    {
      title: "Eine Puppe mit offenem Auge",
      text: `Das linke ging nicht mehr zu. Ein Tropfen Öl auf einer Nadel, ein Gewicht, das wieder schwingt, und sie
schläft. Es war ein stiller Moment am Tisch.`,
    },
    {
      title: "Schärfen, aber womit?",
      text: `Auf dem Boden einer Teetasse, dort, wo keine Glasur ist. Zehn Züge je Seite, flach, ohne Druck. Die
Tomate im Film hat sich nicht beschwert.`,
    },
    {
      title: "Danke an die Spenderin der Gläser mit Schrauben",
      text: `Vierzig Gläser, sortiert, beschriftet in einer Schrift, die man nicht mehr lernt. Auf dem letzten steht:
„Passt sicher einmal.“`,
    },
  ],
  stream: {
    title: "Handgriff {no}: {b} ({a})",
    a: [
      ["Tisch eins", "Tisch eins, am Fenster, {time} Uhr."],
      ["Tisch drei", "Tisch drei, {time} Uhr, der mit der guten Lampe."],
      ["unter der Lupe", "Unter der Lupe, {time} Uhr, zwei Köpfe darüber."],
      ["Kinderstunde", "Aus der Kinderstunde, {time} Uhr, alle mit Schutzbrille."],
      ["im Hof", "Draußen im Hof, {time} Uhr, weil es drinnen staubt."],
      ["kurz vor Schluss", "Kurz vor Schluss, {time} Uhr, der Besen steht schon bereit."],
      ["Tisch zwei", "Tisch zwei, {time} Uhr, der mit dem Filzbelag."],
    ],
    b: [
      [
        "eine Schraube gibt nach",
        "Ein Tropfen Öl, {4-15} Minuten warten, dann eine Vierteldrehung nach der falschen Seite.",
      ],
      ["Feder eingehängt", "Die Feder war {2-7} Millimeter neben ihrem Platz und hat es jeden spüren lassen."],
      ["Kontakt gereinigt", "Ein Radiergummi, zwei Striche, der Kontakt glänzt wieder."],
      ["Leim angezogen", "Leim, Zwinge, {20-50} Minuten, und niemand darf hinsehen."],
      ["Naht geschlossen", "{18-60} Stiche mit doppeltem Faden, von innen sieht man nichts."],
      ["Lager gefettet", "Das Lager lief trocken; jetzt dreht es sich nach dem Anstoßen {12-40} Sekunden."],
      ["Kabelbruch gefunden", "Er saß genau dort, wo das Kabel immer geknickt wird, {3-9} Zentimeter vor dem Stecker."],
      ["Deckel passt wieder", "Nicht der Deckel war verbogen, sondern der Topf, und zwar um {1-3} Millimeter."],
    ],
    c: [
      "Stummer Film, man hört ohnehin nur Atmen.",
      "Nächsten Dienstag wieder.",
      "Tee gab es auch.",
      "Bitte nachmachen, aber Stecker ziehen.",
      "Kosten: ein Euro in die Dose.",
    ],
  },
}
