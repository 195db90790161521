import type { DemoFeed } from "../DemoFeed.ts"

export const abteilSieben: DemoFeed = {
  slug: "abteil-sieben",
  title: "Abteil Sieben",
  tagline: "Der Podcast aus dem Nachtzug: kurze Stücke über Menschen, die im Liegen ankommen.",
  about: `Abteil Sieben entsteht unterwegs, meistens zwischen Mitternacht und Morgen. Die Geräusche baut ein kleines
Programm nach dem, was wir gehört haben; die Geschichten stehen auf der Seite, damit man sie auch ohne Kopfhörer lesen
kann.`,
  language: "de",
  timeZone: "Europe/Berlin",
  kind: "podcast",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "Jette und Korbinian",
  categories: ["Nachtzug", "Unterwegs", "Gespräche", "Bahn"],
  look: { scene: "rails", also: ["waitingRoom"], emblem: "train", ink: "blueNight", fileType: "jpeg" },
  sound: "rails",
  pace: "slow",
  articles: [
    {
      key: "folge-212",
      title: "Folge 212: Warum die Nachtzüge zurückkommen und wer sie bezahlt",
      tags: ["Nachtzug", "Bahn"],
      lead: `Ein Gespräch über Fahrpläne, Trassenpreise und die lange Geduld derer, die nie aufgehört haben, im Zug zu
schlafen.`,
      text: `
Um 22:47 Uhr fährt er los, und wenn man Renate fragt, die seit einunddreißig Jahren Liegewagen begleitet,
dann ist das die falscheste Uhrzeit der Welt. „Zu früh zum Schlafen, zu spät zum Essen. Deshalb reden alle.“

Wir haben mit ihr geredet, im Dienstabteil, zwischen dem Samowar und den Frühstückskisten. Und mit einem Mann, der
ausrechnet, was eine Nacht auf der Schiene kostet, und der zu unserer Überraschung selbst noch nie eine verbracht
hatte.

## Die Rechnung

| Posten | je Bett und Nacht |
| Wagen, Wartung, Reinigung | 31 Euro |
| Lokomotive und Strom | 19 Euro |
| Benutzung der Gleise | 17 Euro |
| Personal | 22 Euro |
| Wäsche, Wasser, ein Brötchen | 6 Euro |

Das sind fünfundneunzig Euro, und verkauft wird das Bett im Mittel für neunundachtzig. Es gehe erst auf, sagt er, wenn
derselbe Wagen am Tag noch einmal fährt, als Sitzwagen, mit hochgeklappten Betten. „Ein Bett, das steht, verdient
nichts. Ein Bett, das sich in eine Bank verwandelt, schon.“

> Im Flugzeug zahlst du dafür, dass du schnell weg bist. Hier zahlst du dafür, dass du langsam da bist.

Renate hat die Tabelle lange angesehen. Dann hat sie mit dem Bleistift eine Zeile ergänzt, ganz unten: „Dass einer
wach bleibt.“ Einen Betrag hat sie nicht dazugeschrieben.`,
    },
    {
      key: "folge-211",
      title: "Folge 211: Der Mann, der nur bis zur Grenze fährt",
      tags: ["Gespräche", "Unterwegs"],
      lead: `Jeden zweiten Freitag steigt er ein, jeden zweiten Freitag steigt er um halb drei wieder aus. Wir haben
ihn endlich gefragt, warum.`,
      text: `
Er hat kein Gepäck, nur eine Thermoskanne und ein Buch, in dem er nicht liest. Er sitzt im Gang auf dem
Klappsitz, weil er sich kein Bett nimmt für die paar Stunden. Um 2:31 Uhr hält der Zug an der Grenze, elf Minuten,
Lokwechsel. Da steigt er aus.

Auf dem Bahnsteig wartet dann schon sein Bruder. Der kommt von der anderen Seite, mit dem Gegenzug, der zur selben
Zeit dort steht. Auch elf Minuten. Sie trinken zusammen den Kaffee aus, jeder einen Becher, und reden. Oder sie reden
nicht. Dann steigt jeder in den Zug des anderen, fährt in die Stadt des anderen und ist Sonntagabend wieder daheim.

> „Wir haben zwanzig Jahre nicht miteinander gesprochen“, sagt er. „Elf Minuten, dachten wir, das schaffen wir.“

Inzwischen wissen die Zugbegleiter Bescheid. Einmal, im Winter, hatte der Gegenzug vierzig Minuten Verspätung. Unser
Lokführer hat dann ein Signal gefunden, das er sich noch einmal ganz genau ansehen musste.

Man hört in dieser Folge: zwei Becher, einen Rangierer, und wie es klingt, wenn eine Lok ankuppelt, während jemand
lacht.`,
    },
    {
      key: "folge-210",
      title: "Folge 210: Kleine Schule des Schlafens auf 68 Zentimetern",
      tags: ["Nachtzug"],
      lead: `Oben, Mitte, unten: drei Betten, drei Weltanschauungen. Dazu sieben Ratschläge von Menschen, die es
wissen müssen.`,
      text: `
Wer unten liegt, hat recht, sagen die, die unten liegen. Man kann sitzen, man hat ein Fenster, man ist
als Erster draußen. Wer oben liegt, hat dafür die Wärme, die Stille und die kleine Mulde über der Tür, in der ein
ganzer Rucksack verschwindet. In der Mitte liegen Menschen, die zu spät gebucht haben, und sie sind erstaunlich oft
die glücklichsten.

1. Mit dem Kopf zum Gang. Am Fenster zieht es, und man spürt jede Weiche.
2. Schuhe in den Beutel, Beutel ans Netz. Nie auf den Boden, er wandert.
3. Das Wasser vor Mitternacht holen.
4. Wer schnarcht, sagt es vorher. Wer es vorher sagt, dem ist schon verziehen.
5. Den Wecker auf zehn Minuten vor dem Wecken stellen. Diese zehn Minuten sind das Schönste an der ganzen Fahrt.
6. Nicht gegen das Rütteln anschlafen. Mitschlafen.
7. Am Morgen zuerst das Rollo, dann das Telefon.

![Kurz nach der Brücke, drei Wagen noch hell.]

Die siebte Regel stammt von einem Jungen, acht Jahre alt, oberes Bett. Er hat uns auch erklärt, warum man im Zug so
gut träumt: „Weil man sich beim Liegen bewegt. Da muss der Traum nicht alles selber machen.“`,
    },
    {
      key: "folge-209",
      title: "Folge 209: Was ein Stellwerk nachts um drei denkt",
      tags: ["Bahn"],
      lead: `Es gibt noch neun davon auf unserer Strecke: Häuser mit Hebeln, in denen jemand sitzt und wartet, dass
wir kommen.`,
      text: `
Das Haus steht zwischen zwei Feldern. Von unten sieht man nur ein Fenster und dahinter eine Lampe mit
grünem Schirm. Oben sitzt Frau Adler, seit 22 Uhr, und vor ihr stehen achtundzwanzig Hebel, jeder so lang wie ein
Bein.

„Ich höre euch, bevor ich euch sehe“, sagt sie. Nicht den Zug, die Drähte. Neben dem Bahndamm laufen Seilzüge zu den
Signalen, und wenn es abkühlt, werden sie kürzer und fangen an zu singen. Sie hat eine Liste, bei welchem Ton sie
nachspannen muss.

Der Nachtzug ist ihr einziger zwischen eins und vier. Sie zieht Hebel elf, dann vierzehn, dann zwei. Es kracht jedes
Mal, als fiele ein Schrank um. Dann ist es wieder still, und dann, vielleicht eine Minute später, kommen die hellen
Fenster.

> Da liegen hundertachtzig Leute und wissen nicht, dass es mich gibt. Das gefällt mir.

In zwei Jahren macht das ein Rechner in der Stadt. Frau Adler geht dann in Rente und will, als Erstes, selber einmal
mitfahren. Ob sie an ihrem Haus winken wird? Sie überlegt. „Nein. Ich werde ja schlafen.“`,
    },
    {
      key: "folge-208",
      title: "Folge 208: Frühstück für einhundertachtzig, Küche für zwei",
      tags: ["Unterwegs", "Gespräche"],
      lead: `Zwischen 4:50 und 6:10 Uhr, auf vier Quadratmetern, bei Tempo hundertvierzig. Eine Folge, die nach Kaffee
riecht.`,
      text: `
Goran kocht links, Milena packt rechts. Mehr Platz ist nicht, und sie arbeiten seit sechs Jahren so. In
der Kurve hinter dem Tunnel greifen sie beide, ohne hinzusehen, nach derselben Kanne, er oben, sie unten. „Das war
einmal ein Unfall“, sagt Milena. „Heute ist es Choreografie.“

Einhundertachtzig Schachteln: zwei Brötchen, Butter, Käse, Marmelade, ein Apfel. Tee oder Kaffee kreuzt man am Abend
auf einem Zettel an, der dann an der Tür steckt. Der Zettel ist das Beste, finden die beiden. Denn unter „Besondere
Wünsche“ schreiben die Leute alles Mögliche.

- „Bitte erst wecken, wenn die Berge da sind.“
- „Kaffee. Sehr. Danke.“
- „Meine Frau im oberen Bett hat heute Geburtstag, sie weiß nicht, dass ich es noch weiß.“

Für den dritten Zettel gab es eine Kerze. Offenes Feuer ist im Zug verboten. Deshalb war es eine halbe Möhre mit einem
Streifen Butterpapier, und sie hat, sagt Goran, ganz wunderbar geleuchtet.`,
    },
  ],
  notes: [
    {
      title: "Zwischenhalt: Der Wagen mit dem guten Rollo",
      text: `Wagen 262, Abteil drei. Alle anderen klemmen oder schnappen. Dieses eine bleibt auf jeder Höhe stehen,
und wir kennen Leute, die danach buchen.`,
    },
    {
      title: "Post von einer Hörerin, die nie verreist",
      text: `Sie wohnt an der Strecke und stellt sich den Wecker. Zwei Uhr zwölf, sechs helle Fenster, dann dreht sie
sich um. „Ich fahre jede Nacht ein Stück mit“, schreibt sie.`,
    },
    {
      title: "Verlorene Dinge, eine Liste vom Fundbüro",
      text: `Ein linker Schuh, ein Gebiss im Etui, elf Ladekabel, ein Brief ohne Anschrift, ein Cello. Das Cello wurde
abgeholt. Der linke Schuh auch, von jemandem mit zwei Schuhen.`,
    },
    {
      title: "Wie spät ist es im Zug?",
      text: `Auf unserer Fahrt werden die Uhren einmal umgestellt. Für eine Stunde gibt es im Zug zwei Zeiten, je
nachdem, wen man fragt. Wir haben den Koch gefragt. Der sagt: Kaffeezeit.`,
    },
    {
      title: "Zwischenhalt: elf Minuten Grenze",
      text: `Die neue Lok steht schon da, die alte schnauft noch. Dazwischen ist es so still, dass man hört, wie
jemand im dritten Wagen umblättert.`,
    },
    {
      title: "In eigener Sache: Woher das Rattern kommt",
      text: `Aus keinem Mikrofon. Wir haben gezählt, wie oft die Räder schlagen, haben Rauschen durch ein Filter
geschickt und so lange gedreht, bis Renate „ja, so“ gesagt hat.`,
    },
    {
      title: "Der Schaffner, der flüstern kann",
      text: `Er weckt sechs Menschen in einem Abteil, ohne den siebten zu stören. Es sei ganz leicht, sagt er, man
müsse nur den Namen sagen und dann so tun, als sei man es nicht gewesen.`,
    },
    {
      title: "Schlafwagen, gebraucht, an Liebhaber",
      text: `In einer Halle im Osten stehen vier alte Wagen zum Verkauf. Bedingung: Sie müssen wieder fahren. Es haben
sich ein Chor, eine Gemeinde und ein Zahnarzt gemeldet.`,
    },
    {
      title: "Kreuzworträtsel aus Abteil sieben",
      text: `Waagrecht, acht Buchstaben, „was der Morgen durch den Vorhang tut“. Die Lösung hing am Fenster, als wir
aufwachten, in drei Handschriften.`,
    },
    {
      title: "Brücken zählen",
      text: `Zwischen zwei und vier Uhr sind es siebzehn, man hört sie alle: Der Zug klingt plötzlich, als führe er
über ein Klavier. Die elfte ist aus Holz und klingt nach Apfelkiste.`,
    },
    {
      title: "Ein Hund fährt mit",
      text: `Er hat ein eigenes Ticket, liegt unten und wird vom halben Wagen besucht. Um vier Uhr früh hat er einmal
gebellt. Es war die Landesgrenze.`,
    },
    {
      title: "Nachtrag zu Folge 207",
      text: `Der Satz über den Milchzug stimmte nicht, er fuhr werktags und nicht samstags. Herr Petersen, 91, hat ihn
selbst beladen und uns angerufen.`,
    },
  ],
  stream: {
    title: "Nachtminute {no}: {b} ({a})",
    a: [
      ["Wagen sechs", "Wagen sechs, {night} Uhr, Gang an der Fensterseite."],
      ["auf freier Strecke", "Freie Strecke, {night} Uhr, draußen kein einziges Licht."],
      ["am Halt ohne Namen", "Ein Halt, der auf keinem Plan steht, {night} Uhr."],
      ["im Dienstabteil", "Im Dienstabteil, {night} Uhr, der Samowar summt."],
      ["oberes Bett", "Oberes Bett, {night} Uhr, die Decke eine Handbreit über der Nase."],
      ["vor der Grenze", "Noch {8-40} Minuten bis zur Grenze, es ist {night} Uhr."],
      ["letzter Wagen", "Letzter Wagen, hinteres Fenster, {night} Uhr."],
    ],
    b: [
      ["Gegenzug", "Der Gegenzug braucht {3-6} Sekunden, danach ist die Stille eine andere."],
      ["jemand sucht die Brille", "Jemand sucht seine Brille und findet die von jemand anderem."],
      ["eine Weiche, dann noch eine", "{2-9} Weichen hintereinander, und das Wasser im Glas zeigt jede an."],
      ["zwei reden leise", "Zwei reden leise über ein Haus, das sie vielleicht kaufen."],
      ["Regen ans Fenster", "Es regnet schräg, und die Tropfen laufen mit {70-150} Sachen nach hinten."],
      ["der Zug wartet", "Wir stehen seit {2-11} Minuten, niemand weiß warum, niemand fragt."],
      ["ein Bahnhof zieht vorbei", "Ein Bahnhof: sechs Lampen, eine Bank, ein Mann mit Fahrrad, vorbei."],
      ["die Heizung knackt", "Die Heizung knackt alle {7-20} Sekunden, man kann danach atmen."],
      ["etwas Graues", "Am Horizont ist etwas grau, das eben noch ein Berg gewesen sein könnte."],
    ],
    c: [
      "Eine halbe Minute, zum Einschlafen gemacht.",
      "Die nächste lange Folge kommt, wenn wir ausgeschlafen haben.",
      "Bitte das Rollo erst morgen.",
      "Gute Nacht, wo immer ihr liegt.",
      "Im Hintergrund: niemand Besonderes.",
    ],
  },
}
