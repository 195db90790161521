import type { DemoFeed } from "../DemoFeed.ts"

export const moorUndDeich: DemoFeed = {
  slug: "moor-und-deich",
  title: "Moor und Deich",
  tagline: "Der Rundbrief vom nassen Rand: Wiedervernässung, Vögel, Gräben und die Leute, die sie kennen.",
  about: `Zwischen dem Deich und dem alten Torfmoor liegen elf Kilometer, auf denen das Wasser seit dreihundert Jahren
nicht bleiben durfte. Seit ein paar Jahren darf es wieder. Wir schreiben auf, was dabei passiert.`,
  language: "de",
  timeZone: "Europe/Berlin",
  kind: "newsletter",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "Die Pegelgruppe",
  categories: ["Moor", "Wasser", "Vögel", "Landwirtschaft", "Pegel"],
  look: { scene: "moor", also: ["rain"], emblem: "reed", ink: "peat", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "graben-zu",
      title: "Wie man einen Graben zumacht, den drei Generationen offen gehalten haben",
      tags: ["Moor", "Wasser"],
      lead: `Es braucht einen Bagger, dreißig Meter Lärche und ein Gespräch, das länger dauert als die Arbeit.`,
      text: `
Der Vierzehnergraben heißt so, weil er im vierzehnten Jahr nach der großen Flut gezogen wurde. Hinnerks
Urgroßvater hat ihn mit dem Spaten ausgehoben, sein Großvater hat ihn jeden Herbst geräumt, sein Vater auch. Hinnerk
hat ihn im März zugemacht.

Das Zumachen selbst ist einfach. Alle fünfzig Meter kommt eine Wand aus Lärchenbohlen quer in den Graben, so tief,
dass sie im Lehm steht. Davor und dahinter kommt der Torf, der früher herausgeholt wurde und seitdem als Wall daneben
lag. Er kehrt, sozusagen, zurück.

| Nach | Wasser unter Flur |
| vorher | 82 cm |
| 2 Wochen | 61 cm |
| 2 Monaten | 34 cm |
| 5 Monaten | 11 cm |

Schwierig war die Küche. Dort saßen vier Wochen lang immer wieder dieselben fünf Menschen am Tisch, und es ging nie um
Lärchenbohlen. Es ging darum, ob man mit einem Graben auch die zumacht, die ihn gegraben haben.

> „Opa hätte geschimpft“, sagt Hinnerk. „Und dann hätte er gefragt, ob das Holz auch gut ist.“

Das Holz ist gut. Im Mai standen auf der nassen Stelle Wollgras und zwei Bekassinen. Im Juni stand dort auch Hinnerks
Vater, mit Stock und Stiefeln, eine ganze Weile.`,
    },
    {
      key: "torfmoos",
      title: "Das kleinste Haustier der Welt wächst drei Millimeter im Monat",
      tags: ["Moor"],
      lead: `Torfmoos hat keine Wurzeln, keine Eile und hält das Zwanzigfache seines Gewichts an Wasser. Wir haben
angefangen, es zu säen.`,
      text: `
Man sät es nicht, man streut es. Zwei Eimer voll zerrupfter Pflänzchen auf den Quadratmeter, darüber
etwas Stroh gegen die Sonne, darunter Wasser bis knapp an die Füße. Danach heißt es warten, und zwar auf Knien, denn
im Stehen sieht man es nicht.

Ein Pflänzchen besteht zum größten Teil aus toten Zellen. Das ist kein Mangel, das ist der Trick. Die toten Zellen
sind leer, haben Löcher und saugen sich voll. Die wenigen lebenden sitzen dazwischen und machen Licht zu Moos.

- Gestreut: 1,2 Hektar
- Angewachsen nach einem Jahr: etwa zwei Drittel
- Höhe: 34 Millimeter
- Helferinnen und Helfer: 61, davon 40 unter zwölf

Unten stirbt es, oben wächst es weiter, und was unten liegt, wird Torf. Ein Meter davon braucht tausend Jahre.
Abgebaut war er in vierzig.

> Wir machen hier nichts, was wir noch erleben. Das entspannt ungemein.

Die Klasse 3b hat Patenschaften übernommen. Jedes Kind hat einen Stock mit Namen und einen Ring aus Draht, in dem sein
Moos wohnt. Einer heißt „Nicht Drauftreten“. Das ist der Name des Mooses.`,
    },
    {
      key: "wasserbueffel",
      title: "Drei Wasserbüffel suchen eine nasse Stelle und machen sie nasser",
      tags: ["Landwirtschaft", "Moor"],
      lead: `Kühe sacken ein, Schafe bekommen faule Klauen, Trecker gehen unter. Der Versuch mit Tieren, denen das
alles recht ist.`,
      text: `
Sie heißen Elfriede, Gundula und Der Dritte. Sie kamen im Frühjahr, standen eine Stunde am Gatter und
gingen dann sehr langsam in das tiefste Loch der Weide, wo sie bis zum Abend blieben. Nur die Nasen schauten heraus.

Wer Moor vernässt, nimmt Bauern die Weide. Das muss man aussprechen, sonst glaubt einem keiner den Rest. Also braucht
es etwas, das auf nassem Boden lebt und von dem man leben kann. Rohrkolben als Dämmstoff ist das eine. Büffel sind das
andere.

Was sie tun, sieht zuerst nach Unordnung aus. Sie treten Pfade, reißen Schilf um, wälzen sich Kuhlen. Ein Jahr später
sitzen in den Kuhlen Laubfrösche, auf den Pfaden jagt der Kiebitz, und das Schilf hat Fenster bekommen.

1. Zäune: doppelt. Sie sind freundlich, aber sie wiegen sieben Zentner.
2. Milch: wenig, fett, wunderbar.
3. Besuch: gern, aber nicht in Rot. Das ist Aberglaube, aber es ist ihrer.

Der Käse reift noch. Wir haben ein Stück probiert, das es offiziell nicht gibt. Es schmeckte nach Gras, ein wenig nach
Nuss und ganz am Ende nach Teich, was als Lob gemeint ist.`,
    },
    {
      key: "deichwache",
      title: "Deichwache, zweite Nacht",
      tags: ["Wasser", "Pegel"],
      lead: `Das Wasser stand sieben Zentimeter unter der Marke, an der man sich Sorgen machen soll. Wir haben uns
vorsichtshalber schon bei zwölf welche gemacht.`,
      text: `
Man geht zu zweit. Eine mit der Lampe, einer mit der Stange. Alle hundert Meter sticht man die Stange in
die Böschung und fühlt. Fest ist gut. Weich ist auch noch gut. Schlimm ist, wenn sie von selbst hineingeht.

Es regnete nicht mehr, das war beinahe unheimlich. Man hörte das Wasser jetzt, auf der einen Seite, groß und ohne
Eile. Auf der anderen Seite, drei Meter tiefer, hörte man ein Fernsehgerät.

Bei Kilometer vier kam uns die andere Wache entgegen. Man sagt dann nicht viel. „Nichts?“ „Nichts.“ Dann teilt man
sich die Schokolade.

> Ein Deich ist ein sehr langer Satz, und man liest ihn mit den Füßen.

Gegen vier fiel der Pegel, zum ersten Mal, einen Zentimeter. Wir standen vor der Latte und schauten noch einmal. Dann
kam der Wind aus Südost, warm, und roch nach nasser Erde. Auf dem Rückweg hat jemand gesungen. Wir wissen, wer es war,
und sagen es nicht.`,
    },
    {
      key: "kraniche",
      title: "Zehntausend Kraniche und ein Bus, der ihretwegen später fährt",
      tags: ["Vögel"],
      lead: `Seit die Wiesen am Schöpfwerk wieder unter Wasser stehen, schlafen sie dort im Stehen. Abends um halb
sechs kommen sie alle auf einmal.`,
      text: `
Zuerst hört man nichts. Dann ist da ein Knarren, wie eine Tür in einem weit entfernten Haus, und dann
noch eine. Dann kommen sie, in Keilen, in Ketten, in langen unordentlichen Sätzen, von allen Seiten zugleich. Es
dauert eine Stunde.

Ein Kranich schläft im flachen Wasser, weil der Fuchs ungern nasse Füße hat. Dreißig Zentimeter sind ideal. Wir haben
also die Stauhöhe nach den Beinen eines Vogels eingestellt und dazu in einer Tabelle nachgesehen, wie lang sie sind.

![Abend am Schöpfwerk, von der kleinen Brücke aus gesehen.]

Der Bus der Linie 41 fuhr immer um 17:35 Uhr ab, genau darunter durch. Jetzt fährt er um 18:40 Uhr. Dafür haben
dreiundsechzig Menschen unterschrieben, davon neunzehn, die den Bus wirklich brauchen. Der Fahrer steht in der Zeit
auf der Brücke und zählt mit.

- Höchste Zahl im vergangenen Herbst: 10 240
- Höchste Zahl davor: 212
- Beste Stelle: das Geländer der kleinen Brücke
- Bitte: kein Blitz, kein Hund, keine Ungeduld`,
    },
  ],
  notes: [
    {
      title: "Der Pegel am Siel hat eine neue Latte",
      text: `Sie ist aus Eiche, weiß mit schwarzen Zahlen, und hängt zwei Millimeter tiefer als die alte. Wir haben
das im Heft vermerkt, damit in hundert Jahren niemand rätselt.`,
    },
    {
      title: "Ein Moorfrosch ist blau geworden",
      text: `Das machen sie nur an wenigen Tagen und nur die Herren. Wer sie sehen will, komme leise und lasse das
Auto am Deich stehen.`,
    },
    {
      title: "Spatentag: 22 Leute, 3 Staue, 1 Suppe",
      text: `Die Staue an den Gräben neun bis elf sitzen. Die Suppe war Linsen, und sie war vor den Stauen fertig.`,
    },
    {
      title: "Verlorene Stiefel",
      text: `Im Feld sieben steckt ein linker Gummistiefel, Größe 43, etwa sechzig Zentimeter tief. Er gehört
niemandem mehr. Er gehört jetzt dem Moor.`,
    },
    {
      title: "Warum der Nebel hier früher kommt",
      text: `Nasse Wiesen kühlen abends schneller ab. Zehn Minuten eher als im Dorf, haben wir gemessen. Es sieht auch
zehn Minuten schöner aus.`,
    },
    {
      title: "Rohrkolben, erste Ernte",
      text: `Mit der Hand geschnitten, acht Bund, jetzt unter dem Scheunendach. Daraus wird eine Dämmplatte, und die
kommt in die Wand des Gemeindehauses, mit einem Fenster davor.`,
    },
    {
      title: "Die Eule vom Schöpfwerk",
      text: `Sie sitzt wieder auf dem Motor, weil er warm ist. Wir haben vereinbart, dass wir anklopfen.`,
    },
    {
      title: "Ein Brief vom Nachbardorf",
      text: `Man fragt, ob wir bei uns nicht etwas weniger Wasser halten könnten, und dann, im zweiten Absatz, ob man
sich die Büffel ansehen dürfe. Auf das Zweite haben wir sofort geantwortet.`,
    },
    {
      title: "Libellen: achtzehn Arten, eine neue",
      text: `Die neue ist klein, rot und fliegt, als hätte sie etwas vergessen. Bestimmt hat sie Levke, zwölf Jahre,
nach einem Buch von 1934.`,
    },
    {
      title: "Der Weg über den Damm ist wieder offen",
      text: `Drei Bohlen sind neu und hell, man erkennt sie gut. Bitte nicht drauf hüpfen, auch wenn sie federn.`,
    },
    {
      title: "Was ein Bohrkern erzählt",
      text: `Fünf Meter Torf, oben gestern, unten Eiszeit. Bei zwei Metern vierzig liegt eine dünne schwarze Schicht.
Da hat es einmal sehr gebrannt, und danach war wieder tausend Jahre Ruhe.`,
    },
    {
      title: "Sprechstunde am Gartenzaun",
      text: `Wer einen nassen Keller hat und glaubt, wir seien schuld: donnerstags ab vier am Zaun von Hinnerk.
Meistens ist es die Regenrinne, aber wir kommen mit und schauen.`,
    },
  ],
  stream: {
    title: "{a}, {day}: {b}",
    a: [
      ["Pegel am Siel", "Abgelesen am Siel um {time} Uhr: {62-148} Zentimeter."],
      ["Vierzehnergraben", "Am Vierzehnergraben, {time} Uhr, Bohlen dicht."],
      ["Kleine Brücke", "Von der kleinen Brücke aus, {time} Uhr."],
      ["Schöpfwerk", "Am Schöpfwerk um {time} Uhr, Pumpe aus."],
      ["Feld sieben", "Feld sieben, {time} Uhr, Wasser {3-24} Zentimeter unter Flur."],
      ["Deichkilometer vier", "Deichkilometer vier, {time} Uhr, Grasnarbe fest."],
      ["Büffelweide", "Auf der Büffelweide um {time} Uhr; alle drei da."],
      ["Moosfläche", "Auf der Moosfläche, {time} Uhr, kniend."],
      ["Beobachtungshütte", "Aus der Hütte am Nordrand, {time} Uhr."],
      ["Alter Torfstich", "Am alten Torfstich, {time} Uhr."],
      ["Wetterhäuschen", "Das Wetterhäuschen zeigt um {time} Uhr {2-23} Grad und Wind der Stärke {1-6}."],
    ],
    b: [
      ["Wasser steht, wie es soll", "Kein Unterschied zur letzten Ablesung, und genau so war es gedacht."],
      ["eine Bekassine aufgeflogen", "Eine Bekassine ging im Zickzack hoch und hat uns erschreckt, nicht umgekehrt."],
      ["Stau nachgezogen", "Am Stau waren {2-5} Keile locker; sie sitzen wieder."],
      ["Nebel bis zur Hüfte", "Nebel bis zur Hüfte, darüber klar; man sieht Köpfe spazieren gehen."],
      ["Gänse, hoch, nach Westen", "{40-320} Gänse, sehr hoch, nach Westen, ohne Eile."],
      ["Spuren vom Otter", "Frische Spuren am Ufer und ein Rest vom Fisch, ordentlich abgelegt."],
      ["Kraniche gezählt", "{120-980} Kraniche im flachen Wasser, zweimal gezählt, einmal gerundet."],
      ["Wollgras im Wind", "Das Wollgras steht und tut, als wäre es Schnee."],
      ["Besuch aus der Stadt", "{2-12} Gäste, alle mit den falschen Schuhen, alle zufrieden."],
      ["Rohrweihe über dem Schilf", "Die Rohrweihe flog das Schilf ab, Strich für Strich, wie jemand, der liest."],
      ["Torf federt", "Wer hüpft, sieht den Busch in {4-9} Metern Entfernung nicken."],
      ["ein Zaunpfahl weniger", "Elfriede hat sich gekratzt; ein Pfahl liegt, zwei stehen schief."],
      ["Regen nachgetragen", "{1-17} Millimeter Regen seit gestern, alle geblieben."],
    ],
    c: [
      "Sonst nichts.",
      "Nächste Ablesung in einer halben Stunde.",
      "Das Heft liegt in der Hütte.",
      "Bitte auf den Bohlen bleiben.",
      "Die Thermoskanne ist wieder aufgetaucht.",
      "Wer mehr gesehen hat, schreibe es dazu.",
      "Hinnerk weiß Bescheid.",
    ],
  },
}
