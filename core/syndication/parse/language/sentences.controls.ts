/** News in each content language for tests: the beginning of an article, then headlines. */
export const SENTENCES: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  en: [
    "The council opened the new bridge on Friday, after years of delay. People who had waited all morning walked across it in the rain.",
    "Why the new bridge was not finished in time",
    "Farmers fear another dry summer in the valley",
  ],
  de: [
    "Nach Jahren des Wartens hat der Rat am Freitag die neue Brücke eröffnet. Viele Menschen gingen trotz des Regens hinüber.",
    "Warum die neue Brücke nicht rechtzeitig fertig wurde",
    "Bauern fürchten einen weiteren trockenen Sommer im Tal",
  ],
  fr: [
    "Après des années de retard, le conseil a inauguré vendredi le nouveau pont. Les habitants l'ont traversé sous la pluie.",
    "Pourquoi le nouveau pont n'est pas terminé à temps",
    "Les agriculteurs craignent un nouvel été sec dans la vallée",
  ],
  it: [
    "Dopo anni di attesa il consiglio ha inaugurato venerdì il nuovo ponte. Molte persone lo hanno attraversato sotto la pioggia.",
    "Perché il nuovo ponte non è stato finito in tempo",
    "Gli agricoltori temono un'altra estate secca nella valle",
  ],
  es: [
    "Después de años de espera, el consejo inauguró el viernes el puente nuevo. Muchas personas lo cruzaron bajo la lluvia.",
    "Por qué el puente nuevo no se terminó a tiempo",
    "Los agricultores temen otro verano seco en el valle",
  ],
  zh: [
    "经过多年的等待，市议会于周五开放了新桥。许多市民冒雨走过了这座桥。",
    "新桥为何没有按时完工",
    "农民担心山谷里又是一个干旱的夏天",
  ],
  ja: [
    "長年の遅れの末、市議会は金曜日に新しい橋を開通させた。多くの人が雨の中を歩いて渡った。",
    "新しい橋はなぜ間に合わなかったのか",
    "谷の農家はまた乾いた夏を恐れている",
  ],
  ru: [
    "После долгих лет ожидания городской совет в пятницу открыл новый мост. Многие жители прошли по нему под дождём.",
    "Почему новый мост не достроили вовремя",
    "Фермеры боятся ещё одного сухого лета в долине",
  ],
  nl: [
    "Na jaren van vertraging heeft de raad vrijdag de nieuwe brug geopend. Veel mensen liepen er in de regen overheen.",
    "Waarom de nieuwe brug niet op tijd klaar was",
    "Boeren vrezen nog een droge zomer in het dal",
  ],
  da: [
    "Efter mange års forsinkelse har rådet fredag åbnet den nye bro. Mange mennesker gik over den i regnen, selv om det blæste.",
    "Hvorfor den nye bro ikke blev færdig til tiden",
    "Landmænd frygter endnu en tør sommer i dalen",
  ],
  sv: [
    "Efter många års försening har rådet på fredagen öppnat den nya bron. Många människor gick över den i regnet.",
    "Därför blev den nya bron inte klar i tid",
    "Bönder fruktar ännu en torr sommar i dalen",
  ],
  no: [
    "Etter mange års forsinkelse har rådet fredag åpnet den nye broen. Mange mennesker gikk over den i regnet, selv om det blåste mye.",
    "Hvorfor den nye broen ikke ble ferdig i tide",
    "Bønder frykter nok en tørr sommer i dalen",
  ],
  ca: [
    "Després d'anys d'espera, el consell va inaugurar divendres el pont nou. Moltes persones el van travessar sota la pluja.",
    "Per què el pont nou no es va acabar a temps",
    "Els pagesos temen un altre estiu sec a la vall",
  ],
  cs: [
    "Po letech čekání otevřela rada v pátek nový most. Mnoho lidí po něm přešlo v dešti, který trval celé dopoledne.",
    "Proč nebyl nový most dokončen včas",
    "Zemědělci se bojí dalšího suchého léta v údolí",
  ],
  pl: [
    "Po latach oczekiwania rada otworzyła w piątek nowy most. Wielu ludzi przeszło po nim w deszczu, który padał od rana.",
    "Dlaczego nowy most nie został ukończony na czas",
    "Rolnicy boją się kolejnego suchego lata w dolinie",
  ],
  hu: [
    "Évekig tartó várakozás után a tanács pénteken megnyitotta az új hidat. Sokan az esőben is átmentek rajta.",
    "Miért nem készült el időben az új híd",
    "A gazdák újabb száraz nyártól tartanak a völgyben",
  ],
  ro: [
    "După ani de așteptare, consiliul a deschis vineri noul pod. Mulți oameni l-au trecut pe ploaie.",
    "De ce noul pod nu a fost terminat la timp",
    "Fermierii se tem de încă o vară secetoasă în vale",
  ],
  bg: [
    "След години на чакане съветът откри в петък новия мост. Много хора преминаха по него в дъжда.",
    "Защо новият мост не беше завършен навреме",
    "Земеделците се страхуват от още едно сухо лято в долината",
  ],
  pt: [
    "Depois de anos de espera, o conselho inaugurou na sexta-feira a ponte nova. Muitas pessoas atravessaram-na à chuva.",
    "Por que a ponte nova não ficou pronta a tempo",
    "Os agricultores receiam mais um verão seco no vale",
  ],
  sk: [
    "Po rokoch čakania otvorila rada v piatok nový most. Mnoho ľudí po ňom prešlo v daždi, ktorý trval celé dopoludnie.",
    "Prečo nebol nový most dokončený včas",
    "Poľnohospodári sa boja ďalšieho suchého leta v údolí",
  ],
  hr: [
    "Nakon godina čekanja vijeće je u petak otvorilo novi most. Mnogi su ljudi po kiši prešli preko njega.",
    "Zašto novi most nije završen na vrijeme",
    "Poljoprivrednici se boje još jednog suhog ljeta u dolini, prije svega zbog cijene vode",
  ],
  sr: [
    "После година чекања веће је у петак отворило нови мост. Многи људи су га прешли по киши.",
    "Зашто нови мост није завршен на време",
    "Пољопривредници се боје још једног сувог лета у долини",
  ],
  sl: [
    "Po letih čakanja je svet v petek odprl novi most. Mnogi ljudje so ga prečkali v dežju, ki je padal vse dopoldne.",
    "Zakaj novi most ni bil končan pravočasno",
    "Kmetje se bojijo še enega suhega poletja v dolini",
  ],
  mk: [
    "По години чекање, советот во петокот го отвори новиот мост. Многу луѓе го поминаа на дожд.",
    "Зошто новиот мост не беше завршен навреме",
    "Земјоделците се плашат од уште едно суво лето во долината",
  ],
  el: [
    "Μετά από χρόνια αναμονής, το συμβούλιο εγκαινίασε την Παρασκευή τη νέα γέφυρα. Πολλοί την πέρασαν με βροχή.",
    "Γιατί η νέα γέφυρα δεν τελείωσε εγκαίρως",
    "Οι αγρότες φοβούνται άλλο ένα ξηρό καλοκαίρι",
  ],
  tr: [
    "Yıllar süren bekleyişin ardından meclis cuma günü yeni köprüyü açtı. Birçok kişi yağmur altında köprüden geçti.",
    "Yeni köprü neden zamanında bitmedi",
    "Çiftçiler vadide bir kurak yaz daha yaşamaktan korkuyor",
  ],
}
