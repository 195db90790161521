import type { DemoFeed } from "../DemoFeed.ts"

export const traversine: DemoFeed = {
  slug: "traversine",
  title: "Traversine",
  tagline: "A piedi sulle ferrovie che non ci sono più: ponti, caselli, gallerie e chi ci abita adesso.",
  about: `In questo paese ci sono migliaia di chilometri di linee chiuse. Le percorriamo un pezzo per volta, dal primo
passaggio a livello all’ultima stazione, e chiediamo a chi incontriamo che ore erano quando passava il treno.`,
  language: "it",
  timeZone: "Europe/Rome",
  kind: "article",
  format: "json",
  carries: "whole",
  foundBy: "link",
  author: "Due con lo zaino",
  categories: ["Ferrovie", "Cammini", "Ponti", "Stazioni"],
  look: { scene: "viaduct", also: ["waitingRoom"], emblem: "sleepers", ink: "rust", fileType: "webp" },
  pace: "slow",
  articles: [
    {
      key: "casello-43",
      title: "Casello 43: la signora che alza ancora la sbarra",
      tags: ["Stazioni", "Cammini"],
      lead: `L’ultimo treno è passato nel 1986. Ogni mattina alle 7:12 Ida abbassa la sbarra a mano, aspetta due
minuti e la rialza. C’è un motivo.`,
      text: `
Lo si vede da lontano: rosso, con la cifra bianca, un fico che gli si appoggia. I binari non ci sono più,
resta una striscia d’erba diversa. La sbarra invece c’è, ed è verniciata.

Ida è nata nella stanza al piano di sopra, nel 1941, durante il passaggio di un merci. Suo padre era casellante, poi
lo è stata sua madre, poi lei. Quando hanno chiuso la linea le hanno venduto la casa per poco, con dentro la
manovella.

All’inizio la abbassava per abitudine, dice. Per qualche settimana, come quando si allunga una mano nel letto. Poi se
n’è accorta la scuola. La strada provinciale taglia il vecchio tracciato proprio lì, in curva, e alle sette e un
quarto passano trenta bambini a piedi e tutti i camion della cava.

> «Il treno non c’è, ma i bambini sì. La sbarra non ha mai saputo per chi era.»

Così la strada si ferma per due minuti. I camionisti spengono il motore, qualcuno saluta. Il sindaco ha provato a
metterla in regola e non ha trovato la casella. Sul verbale, alla voce «tipo di traffico», ha fatto scrivere: locale.

Siamo ripartiti alle nove. Ida ci ha dato un fico per uno e ci ha detto di stare attenti al diretto.`,
    },
    {
      key: "ponte-grande",
      title: "Undici arcate, nessun parapetto e un pastore che lo attraversa due volte al giorno",
      tags: ["Ponti"],
      lead: `Quarantadue metri sul fiume, novant’anni di disuso e centoquaranta pecore. Il ponte sta meglio di quello
nuovo.`,
      text: `
L’ingegnere che l’ha disegnato aveva ventisei anni e non è venuto all’inaugurazione perché soffriva di
vertigini. È scritto in una lettera conservata nell’archivio comunale, insieme al conto dei mattoni: due milioni e
trecentomila.

La linea chiuse nel 1934, dopo ventun anni. Per portare via i binari ci misero un mese. Il ponte, nessuno seppe come
portarlo via.

| | Ponte vecchio | Ponte nuovo |
| Anno | 1913 | 1988 |
| Materiale | mattoni | cemento |
| Restauri | 0 | 3 |
| Chiuso per lavori | mai | dal 2021 |
| Traffico al giorno | 280 pecore | nessuno |

![Il ponte dal sentiero di sotto, con le prime piante già in ombra.]

Battista lo attraversa alle sei e alle diciotto. Davanti il cane, poi lui, poi le pecore in fila per tre, perché di
più non ce ne stanno. Non c’è ringhiera. Gli abbiamo chiesto se non ha paura che cadano.

«Le pecore camminano dove ha camminato quella davanti. Il problema», ha detto guardandoci le scarpe, «è chi vuole
affacciarsi.»`,
    },
    {
      key: "galleria",
      title: "Ottocento metri di buio, e a metà un coro",
      tags: ["Cammini", "Ferrovie"],
      lead: `La galleria del Colle è dritta come un tubo. Si entra da un autunno e si esce da un altro. Portatevi una
pila e una canzone.`,
      text: `
Dentro ci sono undici gradi, estate e inverno. Per i primi cento metri si vede ancora la mano. Dopo si
vede soltanto un disco di luce in fondo, grande come una moneta, che per mezz’ora non cresce.

Poi si sente cantare.

Il coro di San Donato prova qui il giovedì da quando la chiesa ha il riscaldamento, perché il riscaldamento soffia.
Stanno in una nicchia, di quelle dove si riparavano gli operai, ventidue persone con ventidue candele. La galleria
allunga ogni nota di quattro secondi. Hanno imparato a cantare piano e ad aspettare.

1. Non accendere la pila in faccia a nessuno.
2. Fermarsi fino alla fine del pezzo.
3. Rispondere, se lo chiedono. La parte del basso è facile: è una nota sola.

> «Fuori siamo un coro di paese. Qui dentro siamo il doppio», dice il maestro. «Solo che la metà arriva dopo.»

All’altra imboccatura c’era la nebbia, e un uomo che aspettava col cane. Ha chiesto: «Stasera che fanno?»
Gliel’abbiamo fischiato. Ha annuito, è entrato senza luce.`,
    },
    {
      key: "stazione-biblioteca",
      title: "La biblioteca che parte alle 15:40",
      tags: ["Stazioni"],
      lead: `Nella stazione di Piana Bassa hanno lasciato tutto com’era: il tabellone, la biglietteria, la campana.
Solo che ora in partenza ci sono i libri.`,
      text: `
La prima cosa che si vede è il tabellone a palette. Funziona. Ogni ora un volontario gira la manovella e
al posto delle città escono gli scaffali: «15:40 – POESIA – BIN. 2». Chi era seduto in sala d’aspetto si alza e va al
binario due.

È un gioco, certo. Però funziona meglio di un catalogo. Per venti minuti qualcuno legge ad alta voce sul marciapiede,
poi suona la campana e si parte, cioè si prende un libro e si va a casa. Il prestito è un biglietto di cartone, di
quelli spessi, forato dalla signora della biglietteria, che ha settantanove anni e una pinza originale.

- Volumi: 6 200
- Binari: 3
- Ritardo medio: quattro minuti, «per tradizione»
- Libri mai tornati: 31, detti «gli emigrati»

> Sul retro del biglietto c’è scritto: valido fino a quando finisce.

Gli emigrati, a volte, scrivono. In bacheca c’è una cartolina da molto lontano: «Il romanzo è con me, sta bene, lo
leggo ogni inverno. Torno». Il francobollo è di dodici anni fa. Il posto sullo scaffale è ancora vuoto, con un
cartellino.`,
    },
    {
      key: "come-si-legge",
      title: "Come si riconosce una ferrovia che non c’è più",
      tags: ["Ferrovie", "Cammini"],
      lead: `Non servono mappe. Bastano una siepe troppo dritta, una curva troppo dolce e un albero che non dovrebbe
stare lì. Piccola guida da tasca.`,
      text: `
**La curva.** Una strada gira perché c’è un ostacolo. Una ferrovia gira perché lo ha saputo un chilometro
prima. Se una fila di pioppi piega così piano che quasi non lo si nota, lì sotto c’era un binario.

**La pendenza.** Mai più di venticinque per mille. Se camminate in montagna e non avete il fiatone, sospettate.

**Le case.** I caselli sono tutti uguali e tutti girati dalla stessa parte, verso il nulla. Hanno un numero, e se ne
sommate due a caso ottenete la distanza da chiedere in osteria.

**Le piante.** Lungo le linee crescono cose venute col treno: fichi dai noccioli dei viaggiatori, papaveri dal grano
dei merci. Abbiamo trovato un kiwi. Qualcuno, nel 1979, aveva fame.

~~~
siepe dritta + curva dolce         = forse
siepe dritta + curva dolce + fico  = quasi certo
il tutto + signora che dice        = certo
  «passava di qui»
~~~

> I binari si tolgono in un mese. L’orario resta nella testa della gente per tre generazioni.

Chiedete a chiunque abbia più di sessant’anni. Non dirà «c’era una ferrovia». Dirà: «alle sei e venti».`,
    },
  ],
  notes: [
    {
      title: "Un orario del 1952, completo",
      text: `Trovato in soffitta a Piana Bassa. A pagina nove qualcuno ha segnato a matita un solo treno, per tutto
agosto, e accanto una lettera sola.`,
    },
    {
      title: "Il casello 12 è in vendita",
      text: `Due stanze, pozzo, glicine. Manca il tetto e ci sono due civette. L’annuncio non parla delle civette.`,
    },
    {
      title: "Passerella riaperta sul torrente",
      text: `Travi nuove, rotaie vecchie come ringhiera. L’ha inaugurata una capra, in anticipo sul sindaco.`,
    },
    {
      title: "Che rumore faceva?",
      text: `Lo abbiamo chiesto in quattro bar. Tre hanno detto «ciuf». Il quarto, un macchinista, ha battuto con le
nocche sul tavolo per due minuti, e nessuno ha più parlato.`,
    },
    {
      title: "Traversina numero 1 000",
      text: `Le contiamo. Rovere, spaccata, con un chiodo a testa quadra. Ci siamo seduti sopra e abbiamo mangiato
un’arancia.`,
    },
    {
      title: "Una lettera ai cicloturisti",
      text: `La galleria non ha luce e le pecore hanno la precedenza. Il resto lo scoprirete da soli, piano.`,
    },
    {
      title: "Il serbatoio dell’acqua perde ancora",
      text: `Da trent’anni nessuno lo riempie. Viene dalla collina, dicono. Intanto sotto ci sono nati i salici.`,
    },
    {
      title: "Due anelli di ferro nel muro",
      text: `Servivano ai cavalli che trainavano i carri prima della locomotiva. Adesso ci lega la bicicletta la
postina, uno per lei, uno per il vento.`,
    },
    {
      title: "Errata corrige",
      text: `Il ponte piccolo non è del 1907 ma del 1908. Ci ha scritto il nipote del muratore. Anche lui muratore.
Allegava una foto e un mattone.`,
    },
    {
      title: "Chi ha piantato i lupini?",
      text: `Undici chilometri di azzurro lungo il vecchio tracciato. Pare che una capostazione buttasse semi dal
finestrino dell’ultima corsa, una manciata a chilometro.`,
    },
    {
      title: "Sala d’aspetto, inverno",
      text: `La stufa c’è, la legna pure, la chiave sta sopra lo stipite. Chi arriva accende, chi parte riempie la
cesta. Nessuno ha mai scritto la regola.`,
    },
    {
      title: "Il capostazione onorario ha nove anni",
      text: `Ha il berretto, la paletta e un quaderno di ritardi. Ieri ha segnato: «Papà, minuti 12».`,
    },
  ],
  stream: {
    title: "Km {no}: {b} ({a})",
    a: [
      ["linea del Colle", "Linea del Colle, ore {time}, a piedi."],
      ["casello senza numero", "Un casello senza numero, ore {time}."],
      ["vicino al torrente", "Vicino al torrente, ore {time}, acqua bassa."],
      ["trincea ombrosa", "In trincea, ore {time}, felci fino alla spalla."],
      ["stazione di Piana Bassa", "Piana Bassa, ore {time}, tabellone fermo su «POESIA»."],
      ["sotto il viadotto", "Sotto il viadotto, ore {time}."],
      ["rilevato tra i campi", "Sul rilevato, ore {time}, campi da tutte e due le parti."],
    ],
    b: [
      ["un bullone con la data", "Un bullone con la data fusa sulla testa, il dado gira ancora."],
      ["tre caselli in fila", "Tre caselli abitati di fila, e i tre cani hanno lo stesso nome."],
      ["tracciato ripulito", "Qualcuno ha falciato {200-900} metri, con la falce, e se n’è andato."],
      ["segnale nel rovo", "Un segnale ad ala nel rovo, ancora in posizione di via libera."],
      ["ballast e fragole", "Tra i sassi della massicciata, {6-30} fragole, ne abbiamo lasciata metà."],
      ["mezz’ora di muretti", "Muretti a secco per {20-50} minuti, uno solo crollato, già rialzato."],
      ["panchina rivolta ai binari", "Una panchina guarda i binari che non ci sono; ci si sta benissimo."],
      ["racconto delle sei e venti", "Un uomo di {71-94} anni ci ha detto chi scendeva, ogni sera, e chi no."],
      ["curva dolce, pioppi", "Una curva così dolce che l’abbiamo notata solo all’uscita."],
    ],
    c: [
      "Si continua.",
      "Attenti al diretto.",
      "Zaini leggeri.",
      "La prossima tappa è lunga.",
      "Segnato sulla carta, a matita.",
    ],
  },
}
