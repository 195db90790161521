import type { DemoFeed } from "../DemoFeed.ts"

export const rottaDelleApi: DemoFeed = {
  slug: "la-rotta-delle-api",
  title: "La rotta delle api",
  tagline: "Lettera di un’apicoltura che si sposta: dal mare alla montagna, dietro alle fioriture.",
  about: `Duecento arnie, un camion con le molle nuove e quattro prati in affitto. Da marzo a settembre saliamo
insieme alle fioriture; il resto dell’anno ripariamo telai e scriviamo di quel che è successo.`,
  language: "it",
  timeZone: "Europe/Rome",
  kind: "newsletter",
  format: "rss",
  carries: "whole",
  foundBy: "link",
  author: "Il camion delle arnie",
  categories: ["Api", "Fioriture", "Miele", "Montagna", "Bilancia"],
  look: { scene: "hives", also: ["treeline"], emblem: "bee", ink: "honey", fileType: "jpeg" },
  pace: "quick",
  articles: [
    {
      key: "notte-del-camion",
      title: "La notte del camion: duecento arnie, dodici tornanti e nessuno che parla",
      tags: ["Api", "Montagna"],
      lead: `Si parte quando è buio e l’ultima è rientrata. Si arriva prima che la prima esca. In mezzo ci sono sei
ore e ottocento metri di salita.`,
      text: `
Le api non si traslocano di giorno, perché di giorno non sono in casa. Si aspetta la sera, si conta fino
a cento dopo che sul predellino non si muove più niente, poi si chiude la porticina con una striscia di spugna.
Duecento volte. Le mani, alla fine, profumano.

Il camion va piano. Non per la strada, che conosciamo, ma per i favi: in primavera la cera è tenera, e una buca presa
male vuol dire miele sul fondo. Dino guida scalzo. Dice che sente meglio.

| Tappa | Ora | Quota |
| Pineta, al mare | 21:40 | 4 m |
| Il distributore di Elvira | 23:15 | 210 m |
| Il ponte, si controllano le cinghie | 1:30 | 480 m |
| Prato dei tigli | 3:50 | 820 m |

Al distributore Elvira spegne l’insegna quando ci vede arrivare, perché la luce le agita. Non fa benzina, non dice
nulla, ci porge due caffè dal finestrino. Sono undici anni.

> Un’arnia chiusa, di notte, ha il suono di una chiesa prima della messa.

Alle cinque meno dieci togliamo le spugne. Per un minuto non succede niente. Poi ne esce una, gira intorno all’arnia,
sempre più largo, guardando indietro: sta imparando dove abita. Dopo un’ora lo fanno tutte, e il prato, dove non c’era
rumore, ne ha uno.`,
    },
    {
      key: "bilancia",
      title: "Un’arnia sulla bilancia racconta la giornata meglio di noi",
      tags: ["Bilancia", "Miele"],
      lead: `La numero 61 sta su una pesa da mercato. Ogni mezz’ora scriviamo quanto è ingrassata. È il miglior
romanzo che abbiamo letto quest’anno.`,
      text: `
Alle sei pesa quello che pesava ieri, meno quello che hanno mangiato. Alle otto cala di colpo: tremila
bottinatrici sono uscite, e tremila api fanno trecento grammi. Poi risale, mezz’etto alla volta, e c’è dentro tutto.
Il tiglio che apre. La nuvola delle undici. Il vicino che falcia.

Una buona giornata è più due chili. Una giornata da ricordare è più cinque. In ventidue anni ne abbiamo avute quattro,
e per ognuna sappiamo dire dov’eravamo.

~~~
06:00   41,2 kg
08:00   40,9 kg   uscite
11:30   42,0 kg   tiglio
12:00   41,9 kg   nuvola
17:00   44,6 kg
21:00   44,3 kg   asciugano
~~~

L’ultima riga è la più bella. Di notte l’arnia perde peso, perché battono le ali tutte insieme e fanno evaporare
l’acqua dal nettare. Se appoggi l’orecchio senti il vento.

> Il miele è nettare più lavoro notturno.

Il venti luglio, alle undici e trenta, la bilancia ha segnato meno un chilo e otto in quattro minuti. Abbiamo alzato
gli occhi, ed erano tutte lì, sul melo: uno sciame, grande come un agnello. Lo abbiamo pesato. Un chilo e otto.`,
    },
    {
      key: "prato-in-affitto",
      title: "L’affitto di un prato si paga in vasetti, e conviene non sbagliare conto",
      tags: ["Montagna", "Fioriture"],
      lead: `Quattro prati, quattro padroni, un contratto a voce che nessuno ha mai scritto. Eccolo, per quanto ne
sappiamo.`,
      text: `
Il prato dei tigli è di tre fratelli che non si parlano. Per questo l’affitto va consegnato in tre volte,
in tre giorni diversi, e i vasetti devono essere uguali al grammo. Una volta uno era più scuro. Ne discutono ancora,
ciascuno con noi, mai tra loro.

Il prato dei castagni è del Comune. Dodici vasetti alla scuola, sei all’ambulatorio, due al messo, «che non è
corruzione, è colazione».

1. Il numero non si tratta, si eredita.
2. Si consegna prima di vendere il primo vasetto a chiunque altro.
3. Chi porta il miele si siede. Chi si siede beve qualcosa.
4. Se l’anno è magro si va lo stesso, a mani vuote, e si spiega.

![Il prato di mezzo a giugno, con le arnie basse in prima fila.]

L’anno magro è stato l’anno scorso. Siamo andati da tutti e quattro. Il messo ci ha ascoltati, è sceso in cantina ed è
tornato su con un vasetto nostro, di tre anni prima. Ce l’ha regalato. «Così ne avete almeno uno.»

Quest’anno, prima di tutto, gliene abbiamo portati quattro.`,
    },
    {
      key: "regina-blu",
      title: "La regina col puntino blu ha cinque anni e nessuna intenzione",
      tags: ["Api"],
      lead: `Di regola si cambiano ogni due. Lei ha già seppellito due successori e depone ancora in spirali perfette.`,
      text: `
A ogni regina si mette un puntino sul dorso, di un colore per ogni anno. Serve a trovarla fra
quarantamila e a ricordarsi quanti anni ha. Il nostro blu è vecchio: quando l’abbiamo dipinta, il camion aveva ancora
il tetto.

Una regina che invecchia di solito lo si vede dalle celle, perché lascia buchi come una macchina da cucire che salta.
La sua covata sembra invece un disco. Si comincia al centro, si gira, non si dimentica niente.

Per due volte le figlie ne hanno allevata un’altra, com’è giusto. Per due volte abbiamo trovato la giovane sul
predellino, una mattina, e la vecchia dentro che lavorava.

> Nessuno comanda, in un’arnia. Però qualcuno si ostina.

- Uova al giorno, a occhio: milleseicento
- Favi di covata: nove
- Carattere: mite, salvo di domenica
- Miele: nella media, ma costante

Dovremmo sostituirla. Lo dice il manuale, lo dice il consorzio, lo dice Dino. Ogni aprile apriamo, la cerchiamo,
vediamo il puntino blu un po’ sbiadito. Ogni aprile qualcuno ha dimenticato le pinzette a casa.`,
    },
    {
      key: "miele-amaro",
      title: "Il miele che non piace a nessuno, la prima volta",
      tags: ["Miele", "Fioriture"],
      lead: `Corbezzolo: fiorisce quando tutto il resto ha finito, è amaro come una verità e fa venire sete.
Istruzioni per arrivare al secondo cucchiaino.`,
      text: `
Novembre, la costa, vento da sud. Non c’è più niente in fiore da un mese, eppure le api escono. Vanno sul
corbezzolo, che ha insieme i fiori di quest’anno e i frutti di quello scorso, come certe persone.

Il nettare è poco e il tempo pure. In una buona stagione ogni arnia ne mette via un chilo. In una cattiva se lo tiene,
e ha ragione.

Il primo cucchiaino sa di caffè, di cuoio, di scorza. La faccia che si fa è sempre la stessa; ne abbiamo un album. Il
secondo, dopo un’ora, sa di qualcosa che si conosceva. Il terzo si prende senza accorgersene, in piedi, davanti alla
credenza.

**Con che cosa**

- Ricotta di pecora, fredda
- Pere dure
- Una noce, e basta
- Mai nel tè, non se lo merita nessuno dei due

> Il dolce lo capiscono tutti. L’amaro te lo devono presentare.

Sono quaranta vasetti in tutto. Su ognuno c’è scritto a mano «il secondo cucchiaino». Una signora ce l’ha riportato:
aveva provato solo il primo. Le abbiamo ridato i soldi, e il giorno dopo era di nuovo lì.`,
    },
  ],
  notes: [
    {
      title: "Il camion ha le molle nuove",
      text: `Si accorgono le api, si accorge la schiena di Dino. Il cigolio, però, è rimasto: era il sedile.`,
    },
    {
      title: "Sciame sul semaforo",
      text: `In paese, all’incrocio, sul verde. Il vigile ha fermato il traffico nelle due direzioni e poi se stesso.
Venti minuti, una cassetta, applausi.`,
    },
    {
      title: "Acacia: tre giorni e poi la grandine",
      text: `Due chili per arnia invece di dodici. È chiarissimo e se ne parlerà poco. Ne mettiamo da parte un
vasetto, con la data, come si fa con le fotografie.`,
    },
    {
      title: "Che cosa bevono le api",
      text: `Non la vaschetta pulita con i sassolini che abbiamo preparato. L’acqua del sottovaso, verde, del vicino.
Abbiamo chiesto scusa al vicino e copiato l’acqua.`,
    },
    {
      title: "Cera: sette chili, un pane solo",
      text: `Fusa al sole, filtrata in una calza, lasciata raffreddare una notte intera. Si stacca dallo stampo con un
rumore che aspettiamo tutto l’anno.`,
    },
    {
      title: "La scuola ha scelto un nome per la 14",
      text: `«Arnia di Emergenza». Ci hanno spiegato: così, se serve, si sa dove andare.`,
    },
    {
      title: "Fumo, ma di che cosa?",
      text: `Quest’anno proviamo la lavanda secca di scarto. Loro si calmano, noi pure, e il camion sembra un armadio.`,
    },
    {
      title: "Persa e ritrovata: la leva numero tre",
      text: `Era nel melario della 88, murata nella propoli con grande cura. L’hanno sistemata meglio di come la
teniamo noi.`,
    },
    {
      title: "Il tasso è passato di qui",
      text: `Impronte larghe, un’arnia storta, nessun danno. Ha assaggiato e ha lasciato perdere. Era il corbezzolo.`,
    },
    {
      title: "Etichette: abbiamo finito la colla",
      text: `Per una settimana i vasetti si vendono nudi. Chi li riconosce dal colore ha lo sconto. Il messo li ha
riconosciuti tutti, a dieci metri.`,
    },
    {
      title: "Un apicoltore di novantasei anni ci ha corretti",
      text: `«Non si dice “le mie api”. Si dice “le api che stanno da me”.» Abbiamo cambiato il biglietto da visita.`,
    },
    {
      title: "Inverno: non aprire",
      text: `Si appoggia l’orecchio, si bussa con una nocca. Se rispondono con un soffio breve stanno bene. Se il
soffio si allunga, chiedono chi è.`,
    },
  ],
  stream: {
    title: "{a}, {day}: {b}",
    a: [
      ["Arnia 61", "La bilancia della 61, alle {time}, dice {33-58} chili."],
      ["Prato dei tigli", "Prato dei tigli, ore {time}."],
      ["Pineta", "In pineta, ore {time}, odore di resina."],
      ["Prato di mezzo", "Dal prato di mezzo, ore {time}."],
      ["Castagneto", "Al castagneto, ore {time}, ombra."],
      ["Arnia di Emergenza", "All’Arnia di Emergenza, ore {time}."],
      ["Siepe di rosmarino", "Alla siepe di rosmarino, ore {time}."],
      ["Seconda fila", "Seconda fila di arnie, ore {time}."],
      ["Abbeveratoio", "All’abbeveratoio, ore {time}, acqua verde come piace a loro."],
      ["Quota mille", "A quota mille, ore {time}, vento {2-21} chilometri l’ora."],
      ["Melo vecchio", "Sotto il melo vecchio, ore {time}."],
    ],
    b: [
      ["peso in crescita", "In mezz’ora ha guadagnato {40-260} grammi."],
      ["ventilano in fila", "{12-40} api in fila sul predellino, testa bassa, ali accese."],
      ["regina vista", "Regina vista, sana, al {3-8}º favo; richiuso subito."],
      ["polline arancione", "Entra polline arancione, segno che qualcosa è fiorito dietro la curva."],
      ["tutto chiuso, tutto caldo", "Chiuse e in glomere; sotto il coperchio ci sono {24-34} gradi."],
      ["una vespa respinta", "Una vespa ha provato {2-6} volte e ha cambiato indirizzo."],
      ["telai riparati", "{6-28} telai riparati, filo nuovo, cera nuova."],
      ["propoli sulle dita", "Propoli sulle dita, che non va via e profuma fino a domani."],
      ["danza sul favo quattro", "Una danzava verso est, forte: {300-1900} metri, se abbiamo contato bene."],
      ["un cucchiaino di prova", "Un cucchiaino dalla {2-8}ª arnia: {2-5} pareri, tutti buoni."],
      ["melario aggiunto", "Aggiunto un melario; sono salite in {10-45} minuti."],
      ["visita della scuola", "{8-22} bambini in fila, in silenzio, il che non era previsto."],
      ["ronzio basso", "Ronzio basso e pari, di quelli che non chiedono niente."],
    ],
    c: [
      "Nient’altro.",
      "Prossima pesata fra mezz’ora.",
      "La numero 14 saluta.",
      "Dino è scalzo, come sempre.",
      "Si riparte quando è buio.",
      "Il quaderno è nel camion.",
      "Elvira manda a dire che c’è caffè.",
    ],
  },
}
