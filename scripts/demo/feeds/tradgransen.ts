import type { DemoFeed } from "../DemoFeed.ts"

export const tradgransen: DemoFeed = {
  slug: "tradgransen",
  title: "Trädgränsen",
  tagline: "Anteckningar från en fjällstuga, skrivna av den som har veckan.",
  about: `Stugan ligger där björkarna tar slut. Stugvärdarna byts varje vecka, boken på bordet är densamma. Här är det
som stått i den och som tål att läsas nere i dalen.`,
  language: "sv",
  timeZone: "Europe/Stockholm",
  kind: "article",
  format: "atom",
  carries: "whole",
  foundBy: "link",
  author: "Veckans stugvärd",
  categories: ["Fjäll", "Stuga", "Leder", "Djur", "Väder"],
  look: { scene: "treeline", also: ["night"], emblem: "mountain", ink: "northern", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "gransen",
      title: "Björkarna har gått trettio meter på mina år här",
      tags: ["Fjäll"],
      lead: `Trädgränsen är ingen linje, den är en fråga som ställs om varje vår. Vi slog ned en pinne bredvid den
översta björken 1994. Nu är den långt ifrån överst.`,
      text: `
Den första pinnen sitter på 846 meter. Då fanns det en björk där, knähög, krokig som en gammal spik, och
ovanför den ingenting. Vi gjorde som man gör, gav den ett namn och glömde bort den.

Femton år senare gick jag förbi och letade efter Agda. Hon stod där, nästan lika låg, men det var inte längre hon som
var överst. Det hade kommit en till, tolv höjdmeter upp. Och en till.

| År | Översta björken | Höjd över havet |
| 1994 | Agda | 846 m |
| 2009 | Berit | 858 m |
| 2017 | Cecilia | 867 m |
| 2025 | Disa | 876 m |

Trettio meter låter inte mycket. Men det är trettio meter kalfjäll, med ljungpipare och lavmattor och vind, som håller
på att bli skog. Renarna går runt. Harkrankarna följer med.

> Man tror att berget står stilla och att det är man själv som går.

Jag vet inte vad jag ska tycka. En björk har aldrig gjort någon något ont, och Disa är ärligt talat mycket söt. Jag
slog ned pinnen, skrev datum och lät resten av raden vara tom för den som har veckan om åtta år.`,
    },
    {
      key: "ved",
      title: "Vedens väg: från dalen till kaminen på nio månader",
      tags: ["Stuga"],
      lead: `En vinter går det åt fjorton kubik. Allt kommer upp för samma backe. Så här fungerar det, och därför ska
du lägga i ett pinne i taget.`,
      text: `
Det börjar i april, på skare, med två hundspann och en morgon som aldrig kommer efter klockan åtta. Då
bär snön. Klockan nio bär den inte, och den som är på väg får vänta till kvällen med sina hundar, sin termos och sina
tankar.

Veden är kluven nere i dalen året innan. Här uppe staplas den på södra sidan, med barken uppåt, och sedan får den stå
och lyssna på vinden till hösten.

1. Ta in till kvällen, inte till veckan. Inne drar den åt sig matos.
2. Näver och två stickor, aldrig fotogen.
3. Lucka öppen tills det dånar. Sedan halvt. Sedan nästan stängt.
4. Den som lämnar stugan fyller korgen. Den som glömmer det får höra det, av främlingar, i åratal.

- En kubik väger 500 kilo
- En kväll går på tolv kilo
- En torr strumpa kostar ungefär två vedträn

> Man värms tre gånger av ved: när man hugger, när man bär och när man bråkar om luckan.

I fjol blev det elva klabbar över. De ligger kvar, längst in, och ingen eldar upp dem. De räknas numera som inventarier.`,
    },
    {
      key: "fjallraven",
      title: "Vi låtsas att vi inte har sett den",
      tags: ["Djur"],
      lead: `Någonstans inom en dagsmarsch finns en lya. Var skriver vi inte. Men så här bär man sig åt för att dela
fjäll med någon som vill vara i fred.`,
      text: `
Den kom i skymningen, rakt över gårdsplanen, i det där travet som ser ut som om marken rullade åt fel
håll. Den stannade vid slaskhinken, vände på huvudet och såg på mig genom fönstret. Sedan gick den, inte för att den
blev rädd. Den hade andra ärenden.

Det finns några hundra. För hundra år sedan fanns det tusentals, ända tills någon kom på hur de såg ut runt halsen på
folk. De tål köld till fyrtio minus och börjar frysa ungefär där våra termometrar slutar. Däremot tål de inte att bli
omtyckta på nära håll.

**Därför:**

- Inga bilder från lyan, inga kartor, inga ”jag vet inte om jag får säga det här”
- Hunden i koppel, också den snälla
- Ser du ungar, backa samma väg du kom
- Lämna inte ens ett äppelskrutt; då kommer rödräven

Matningen sköts av två personer som inte heter något. De går upp i februari med ryggsäckar, åker ned utan, och när man
frågar säger de att skidföret var fint.

> Det vackraste man kan göra för somligt är att gå en omväg.

I stugboken står den infört som ”postbudet”. Postbudet har varit här tre gånger i vinter.`,
    },
    {
      key: "vader",
      title: "Sju sätt som fjället säger nej på",
      tags: ["Väder", "Leder"],
      lead: `Prognosen gäller dalen. Här är vad stugvärdarna tittar på i stället, samlat under fyrtio år i bokens
bakre pärm.`,
      text: `
1. **Toppen har mössa.** Molnet ligger still fast det blåser. Tolv timmar.
2. **Snön knarrar inte.** Under natten har det blivit varmare. Undvik branter.
3. **Riporna kommer ned till knuten.** De vet. Frågan är bara när.
4. **Du hör forsen.** Vinden har vridit, och det är den dåliga vinden.
5. **Kaminen ryker in.** Lågtryck. Öppna luckan och ändra planerna.
6. **Ingen annan har gett sig av.** De kanske inte är lata.
7. **Du säger ”det går nog”.** Det här är det viktigaste tecknet, och det är aldrig fjället som uttalar det.

I marginalen har någon antecknat hur många gånger var och en av punkterna stämt. Nummer sju leder stort.

~~~
tecken   rätt  fel
mössa      61    8
ripor      22    9
kamin      40    3
"nog"     112    0
~~~

> Man kan vända om hur många gånger som helst. Man kan gå vilse bara så många.

Med blyerts, längst ned, en handstil från åttiotalet: ”Gick ändå. Det gick. Det var inget bevis.”`,
    },
    {
      key: "gastboken",
      title: "Ur gästboken: det folk skriver när ingen täckning finns",
      tags: ["Stuga"],
      lead: `Sextiofyra band, det äldsta från 1931. Vi läste dem en insnöad vecka och skrev av sådant som var för bra
för att ligga i ett skåp.`,
      text: `
**1938.** ”Anlände tre. Ankommo fyra. Hunden var inte vår.”

**1946.** ”Har ej talat på två dygn. Det var inte så svårt som man tror. Säger nu: tack för gröten.”

**1959.** ”Vi förlovade oss här i går. I dag har han dragit ned hela vedstapeln över sig. Jag ångrar ingenting.”

**1974.** ”Sol.” (Hela sidan. Ett enda ord, mitt på.)

**1987.** ”Till den som lånade min sked 1985: jag har den nu. Den låg i min andra jacka. Förlåt allt jag sagt om er.”

**2003.** ”Gustav, 6 år: vi såg INGENTING på hela dagen. Det var vitt. Det var det bästa.”

**2019.** ”Vi förlovade oss här för sextio år sedan. Vedstapeln är bättre byggd i dag.”

![Stugan sedd från leden, en kväll när kaminen drog som den skulle.]

Vad som saknas är nästan intressantare. Ingen skriver om sitt arbete. Ingen skriver klockslag. Under sextiofyra band
nämns pengar fyra gånger, alltid i samband med kortspel.

Vi satte tillbaka dem i ordning. Det nyaste ligger framme, pennan är vässad. Du behöver inte skriva något klokt.`,
    },
  ],
  notes: [
    {
      title: "Bron vid Käringjokk är nedtagen",
      text: `Inte förstörd, bara ihopvikt för vintern. Vada ovanför, vid de tre stenarna, eller vänta på kylan. Den
kommer.`,
    },
    {
      title: "En kåsa utan hem",
      text: `Björk, märkt ”M”, sliten på ett ställe som bara passar en vänsterhänt. Hänger vid dörren.`,
    },
    {
      title: "Lämlarna är tillbaka",
      text: `De låter som små dörrar. Uggla på taket, två vesslor under. Stäng skafferiet, och titta var du sätter
fötterna.`,
    },
    {
      title: "Rödmarkeringen är ommålad till passet",
      text: `Hundrafyrtio stenar, två burkar färg, en jacka. Jackan går numera under namnet Leden.`,
    },
    {
      title: "Norrsken, protokollfört",
      text: `Grönt från elva till ett, ett par minuter rött. Fem personer på trappan i långkalsonger. Ingen sa något,
och det står också i protokollet.`,
    },
    {
      title: "Kaffet är slut",
      text: `Te finns. Cikoria finns. Hopp finns: någon är på väg upp med tre kilo, enligt radion.`,
    },
    {
      title: "Tack för hyllan",
      text: `Den är i våg, den är oljad, och det står ett litet ”förlåt för vedstapeln” på undersidan.`,
    },
    {
      title: "Skidspår till Långvattnet",
      text: `Upptrampat i går av en familj med pulka. Det är smalt i början och glatt i slutet.`,
    },
    {
      title: "En järv har läst soptunnan",
      text: `Allt är utspritt i bokstavsordning, nästan. Nytt lås är beställt.`,
    },
    {
      title: "Hjortronen tar den som tiger",
      text: `Vi har sett dem. Vi säger inte var. Det blev två liter, och sylten står på tredje hyllan, längst in.`,
    },
    {
      title: "Fågelsträcket, morgonen den första frosten",
      text: `Elva sångsvanar i linje rakt över skorstenen. Man hörde vingarna innan man hörde rösterna.`,
    },
    {
      title: "Till nästa värd",
      text: `Luckan kärvar, yxan är slipad, och det är någon som har döpt termometern till Margareta. Fråga inte, hon
är känslig.`,
    },
  ],
  stream: {
    title: "Stugboken, {day}: {b} ({a})",
    a: [
      ["på trappan", "Trappan, klockan {time}, Margareta visar {0-16} grader."],
      ["vid vedboden", "Vid vedboden klockan {time}."],
      ["från passet", "Rapport från passet, klockan {time}."],
      ["vid bäcken", "Vid bäcken klockan {time}."],
      ["inne", "Inne vid bordet, klockan {time}, kaminen på halvt."],
      ["översta björken", "Uppe hos Disa, klockan {time}."],
      ["radion", "Över radion klockan {time}."],
      ["vid grinden", "Vid grinden klockan {time}, stängd som den ska."],
      ["renvaktarstugan", "Bort vid renvaktarstugan, klockan {time}."],
      ["vindskyddet", "Från vindskyddet, klockan {time}."],
      ["på taket", "På taket, klockan {time}, för att sota."],
    ],
    b: [
      ["molnen ligger still", "Toppen har mössa, och vi stannar och bakar."],
      ["gäster med pulka", "{2-7} gäster, en pulka, ingen har glömt strumpor."],
      ["ripor vid knuten", "{3-14} ripor vid knuten, mycket upptagna."],
      ["vinden vred", "Vinden vred mot nordväst, {3-17} meter i sekunden."],
      ["renar över sadeln", "{20-180} renar över sadeln, i den takt som renar har."],
      ["postbudet gick förbi", "Postbudet gick förbi, hälsade inte."],
      ["spåret håller", "Spåret håller ännu; räkna med {2-5} timmar till Långvattnet."],
      ["brödet jäste över", "Brödet jäste över kanten och fick heta focaccia."],
      ["en ljungpipare svarade", "En ljungpipare ropade, och efter {5-40} sekunder kom svaret."],
      ["vedkorgen fylld", "{9-24} vedträn in, barken uppåt, ingen har bråkat om luckan."],
      ["fika på passet", "Två från Långvattnet delade på en apelsin och en utsikt i {10-45} minuter."],
      ["bäcken steg", "Bäcken har stigit {1-9} centimeter sedan i går; stenarna syns ännu."],
      ["tyst som i en ask", "Inte en vind, man hör sin egen mössa."],
    ],
    c: [
      "Korgen är fylld.",
      "Gå inte ut på ”det går nog”.",
      "Pennan är vässad.",
      "Nästa värd kommer på lördag.",
      "Stäng grinden.",
      "Margareta hälsar.",
      "Ingen brådska.",
    ],
  },
}
