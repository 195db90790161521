import type { DemoFeed } from "../DemoFeed.ts"

export const ytterskar: DemoFeed = {
  slug: "ytterskar",
  title: "Ytterskär",
  tagline: "Öns anslagstavla: färjan, vädret, affären och annat som är lika viktigt.",
  about: `Ytterskär har femtiotvå vinterboende, en färja och en anslagstavla utanför affären. Det här är samma tavla,
fast så att också de som flyttat i land kan läsa den. Lapparna skrivs av dagens tavelvakt.`,
  language: "sv",
  timeZone: "Europe/Stockholm",
  kind: "article",
  format: "rdf",
  carries: "whole",
  foundBy: "link",
  author: "Tavelvakten",
  categories: ["Ön", "Färjan", "Väder", "Affären", "Grannar"],
  look: { scene: "island", also: ["harbour"], emblem: "lighthouse", ink: "granite", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "sista-farjan",
      title: "Sista färjan går när alla är ombord, och det har aldrig stått i tidtabellen",
      tags: ["Färjan", "Grannar"],
      lead: `Avgång 21.15 står det. Men Bengt i styrhytten räknar inte minuter, han räknar folk. Vi följde med en
fredag i november.`,
      text: `
Klockan 21.14 är vi elva ombord. Bengt står i dörren med handen på spaken och tittar upp mot vägen.
”Tolv”, säger han. ”Siv är inte här än.” Ingen har sagt att Siv skulle med. Han vet det för att hon åkte in på
förmiddagen med en tom kasse.

Det dröjer fyra minuter. Så kommer hon, inte springande, hon vet ju. Hon går ombord, nickar, och Bengt lägger ifrån.
Det är hela händelsen. Den utspelar sig varje kväll.

| | Enligt tabellen | I verkligheten |
| Avgångar 21.15 på ett år | 365 | 365 |
| I tid | 365 | 214 |
| Kvarglömda öbor | – | 0 |

Rederiet i stan har skickat en skrivelse om punktlighet. Den hänger i styrhytten, inramad, bredvid en teckning av
färjan gjord av Siv när hon var sex.

> ”En buss har passagerare”, säger Bengt. ”Jag har grannar som ska hem.”

I februari går han i pension. Den nya heter Amina och är van vid större båtar. Vi frågade vad hon lärt sig första
veckan. ”Namnen”, sa hon. ”Och vem som brukar ha tom kasse.”`,
    },
    {
      key: "affaren",
      title: "Affären utan personal, med mjölk",
      tags: ["Affären"],
      lead: `När den sista handlaren lade ner fick vi välja mellan en låst dörr och en nyckel var. Femtiotvå nycklar
senare har svinnet varit nittio kronor, och vi vet vem.`,
      text: `
Man låser upp, tar vad man behöver, skriver det i boken och lägger pengarna i lådan eller drar kortet.
Det låter som en saga för barn. Det är i själva verket ett schema.

Måndag fyller Karin på mejeri. Tisdag tar Nils emot varor på kajen. Onsdag räknar två stycken kassan, aldrig samma
två. Torsdag städas det. Fredag är det bara öppet, och då kommer alla ändå.

1. Sista brödet tar man inte utan att fråga i gruppen.
2. Skriv så att andra kan läsa.
3. Glömde du plånboken? Skriv upp det. Glömde du att skriva? Kom tillbaka.
4. Jästen räcker till alla om ingen bakar för två öar.

Nittio kronor saknades i mars. På onsdagen låg det en lapp i lådan med tre tjugor, tre tior och orden ”Jag var sur på
Nils. Nu är jag inte det längre.” Handstilen är vida känd.

> Det svåra med tillit är inte tjuvarna. Det svåra är att turas om att skura golvet.

Sortimentet bestäms på årsmötet. Oliver kom in med minsta möjliga majoritet. Surströmmingen står kvar på egen hylla,
utomhus.`,
    },
    {
      key: "fyren",
      title: "Fyren är släckt, men lampan i köket under den lyser",
      tags: ["Ön", "Väder"],
      lead: `Sjöfartsmyndigheten tyckte att den inte behövdes. Öborna tyckte att myndigheten hade rätt. Sedan blev det
mörkt, och då tyckte vi något annat.`,
      text: `
Ingen styr längre efter fyren. Det finns skärmar, satelliter och en lysboj på grundet som blinkar bättre.
Så när brevet kom, med datum och allt, var det ingen som protesterade. Vi gick ut på berget den kvällen, drack kaffe
och såg den dra sina sista varv.

Det vi inte hade räknat med var väggarna. I sextio år hade ljuset svept genom sovrummen på norra sidan, var tionde
sekund. Folk kunde inte sova. Barnen frågade vem som hade gått. Hunden hos Lindgrens ylade kvart över elva, exakt när
det skulle ha varit dags att sluta märka det.

![Fyren från sjösidan, en av de sista kvällarna med ljus.]

Man får inte tända en nedlagd fyr, det är lag på det; någon kunde ju styra efter den. Men man får ha en lampa i köket.
Fyrvaktarbostaden ligger på andra våningen, femton meter över havet, med fönster åt tre håll.

Så nu turas vi om. En vecka var sitter man där på kvällen och läser, med lampan i fönstret mot byn. Den blinkar inte.
Den vrider sig inte.

> ”Men man ser att någon är vaken”, säger gamla Tekla. ”Det var väl det den var till för.”`,
    },
    {
      key: "isen",
      title: "Isdagboken: trettio vintrar i en skrivbok med blå pärm",
      tags: ["Väder", "Färjan"],
      lead: `När lägger den sig, när bär den, när går den upp? Sven-Erik har borrat på samma ställe sedan han var
trettio. Här är hela boken på en sida.`,
      text: `
Hålet borras femtio steg ut från bryggan, rakt mot utegrundet. Stegen är Sven-Eriks, och de har blivit
kortare, medger han, men han har hållit in det i beräkningen.

| Årtionde | Isdagar i snitt | Tjockast |
| Första | 71 | 48 cm |
| Andra | 44 | 31 cm |
| Tredje | 19 | 17 cm |

Det finns vintrar där det bara står ett streck. Det finns en, för länge sedan, där det står ”Lastbil till fastlandet,
lastad”. Vägen var utmärkt med granruskor, och mitt på sundet satt någon med termos och tog upp en krona i vägtull, på
skoj, i sju veckor.

~~~
 5 cm   bär en man som vet vad han gör
10 cm   bär en sparkstötting och en mormor
20 cm   bär en bil, om föraren har fönstret nere
 0 cm   bär ingenting, och det är oftast så nu
~~~

Vi frågade om han tänkte sluta. Det är ju inte mycket att borra i. Han såg förvånad ut. Strecken är det viktigaste,
förklarade han. Vem som helst kan skriva upp is.

I vintras borrade hans dotterdotter. Hennes steg är lika långa som hans var i början. Hon fick ihop fyra centimeter
och skrev det med bläck.`,
    },
    {
      key: "skolan",
      title: "Skolan har tre elever, två katter och ett kemiskåp från 1922",
      tags: ["Ön", "Grannar"],
      lead: `Kommunen säger att det minsta antalet är fyra. Ön säger att det beror på hur man räknar. En förmiddag i
landets kanske bäst bemannade klassrum.`,
      text: `
Första lektionen är matematik och handlar om färjan. Om Amina kör tolv knop och det är fyra
distansminuter till land, och Siv är sju minuter sen, hur länge hinner fikat räcka? Det blir tre olika svar. Alla tre
redovisas. Ett av dem innehåller en bulle.

Läraren heter Jonna och är utbildad för gymnasiet. Hon kom för en termin. Det var nio år sedan, och skälet, säger hon,
är kemiskåpet. Det är av ek, har etiketter i sirlig stil och saknar ingenting utom kvicksilvret, som någon klok person
sänkte i betong 1961.

- Elever: Alva, 7, Idris, 9, och Greta, 12
- Ämnen just nu: bråk, tång, andra världskriget, löpning
- Frånvaro: katterna, oregelbundet

> ”I stan hade jag trettio elever och såg kanske sex. Här ser jag tre, och de ser mig.”

Den fjärde eleven, då? Enligt skollagen får vuxna läsa in ämnen de saknar. I höstas anmälde sig Tekla, 84, till
engelska. Hon sitter längst bak, räcker upp handen och har redan fått en anmärkning för viskande.

Kommunen har räknat igen. Fyra.`,
    },
  ],
  notes: [
    {
      title: "Upphittat: en vante, vänster, hemstickad",
      text: `Den har fem fingrar och ett litet sjätte. Någon har tänkt på något. Hänger på spiken vid posten.`,
    },
    {
      title: "Bastun på söder är varm på torsdagar",
      text: `Damerna först, herrarna sedan, och däremellan en halvtimme när alla som är osams ska gå in samtidigt.`,
    },
    {
      title: "Strömavbrott, fyra timmar, femton kannor kaffe",
      text: `Samlingssalen hade gasol. Det spelades kort. När ljuset kom tillbaka var det flera som tyckte att det var
lite tidigt.`,
    },
    {
      title: "Havsörnen på radiomasten",
      text: `Den sitter där mellan två och fyra, och då hörs radion sämre. Vi har beslutat att lyssna på den i stället.`,
    },
    {
      title: "Vem lägger kantareller på folks trappor?",
      text: `Sju hus hittills, en liten strut vardera. Vi vill inte att det ska sluta. Vi vill bara säga tack åt rätt
håll.`,
    },
    {
      title: "Årets krusbärsmåltid är framflyttad",
      text: `De är inte mogna och det är inte vi heller. Ny dag anslås.`,
    },
    {
      title: "Brandövning med oväntat slut",
      text: `Slangen var hel, pumpen gick, strålen nådde skorstenen. Den nådde också Nils. Stämningen beskrivs som god.`,
    },
    {
      title: "Ett vykort till ”Alla på ön”",
      text: `Från förra sommarens seglare med det trasiga rodret. Texten är lång, stilen är liten. Läses upp i affären
på fredag klockan sex.`,
    },
    {
      title: "Fåren har bytt holme",
      text: `De simmade själva, i natt, alla nio. Ägaren har tittat på gräset på den nya holmen och ger dem rätt.`,
    },
    {
      title: "Dagens fynd i havet",
      text: `En dörr. Hel, grön, med handtag. Den passar ingenstans, och tre personer har redan provat.`,
    },
    {
      title: "Kören söker en bas",
      text: `Eller två halva. Man behöver inte kunna noter, men man bör kunna vänta.`,
    },
    {
      title: "Vinterförvaring av båtar, plats 14 ledig",
      text: `Efter Gösta, som sålt. Han kommer förbi ibland och ser efter platsen ändå. Bjud på kaffe.`,
    },
  ],
  stream: {
    title: "{day}, {a}: {b}",
    a: [
      ["färjeläget", "Färjeläget klockan {time}."],
      ["affären", "Från affären klockan {time}."],
      ["norra udden", "Norra udden, {time}, vind {2-19} meter i sekunden."],
      ["gästbryggan", "Gästbryggan klockan {time}, {0-5} båtar."],
      ["fyrköket", "Ur fyrköket klockan {time}, lampan tänd."],
      ["skolan", "Från skolan klockan {time}."],
      ["bastun", "Bastun klockan {time}, {61-88} grader."],
      ["södra viken", "Södra viken klockan {time}, vattnet {1-19} grader."],
      ["vägen upp", "På vägen upp från hamnen, {time}."],
      ["väderboden", "Väderboden klockan {time}: {985-1031} hektopascal."],
      ["utegrundet", "Utegrundet i kikare, klockan {time}."],
    ],
    b: [
      ["färjan väntade in en", "Färjan väntade {1-6} minuter, alla kom med."],
      ["mjölken har kommit", "Mjölk, jäst och post är på plats; sista brödet är inte taget."],
      ["lugnt vatten", "Vattnet ligger som ett golv, och man hör folk prata på andra sidan sundet."],
      ["sälarna på skäret", "{4-23} sälar på skäret, en av dem med åsikter."],
      ["dimma i sundet", "Sikten är {100-900} meter; Amina tutar, någon tutar tillbaka."],
      ["paket till Tekla", "Ett paket till Tekla, stort som en stol, mycket lätt."],
      ["två simmare, frivilligt", "Två badande, i {1-4} minuter, frivilligt."],
      ["vattenståndet", "Vattenståndet är {1-34} centimeter över det normala."],
      ["ny lapp i boken", "I boken står det ”betalar i morgon” och ett hjärta."],
      ["ejder i flock", "{30-260} ejdrar i lång rad, lågt, söderut."],
      ["ljus på holmen", "Ljus på holmen; det är Nils som har glömt lampan igen."],
      ["katterna i skolan", "Båda katterna närvarande i dag, antecknas i protokollet."],
      ["körens bas hördes", "Från samlingssalen hördes en bas, kanske två."],
    ],
    c: [
      "Mer vet vi inte.",
      "Tavelvakten har gått hem.",
      "Skriv under med läsbar stil.",
      "Nästa lapp om en halvtimme.",
      "Kaffet är på.",
      "Ta med egen kasse.",
      "Det reder sig.",
    ],
  },
}
