import { detectAll } from "tinyld"

/** Whether two languages are so similar that the publisher's declaration is more reliable. */
export const areClose = (one: string, other: string): boolean =>
  CLOSE.some((close) => close.has(one) && close.has(other))

const CLOSE: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["hr", "sr", "bs", "sh", "cnr"]),
  new Set(["no", "da"]),
  new Set(["cs", "sk"]),
  new Set(["zh", "yue", "lzh", "nan"]),
  new Set(["hi", "mr", "ne", "sa"]),
  new Set(["id", "ms"]),
  new Set(["gl", "pt"]),
  new Set(["gl", "es"]),
  new Set(["ca", "oc"]),
  new Set(["nl", "af", "fy"]),
  new Set(["de", "lb", "nds", "gsw"]),
  new Set(["he", "yi"]),
]

/** The predominant script of a text. */
type Script = {
  readonly name: string
  /** The language, if only one uses the script. */
  readonly language: string | null
  /** Number of letters of the script. */
  readonly letters: number
}

/** The predominant script of a text, or null if it has too few letters. */
const scriptOf = (text: string): Script | null => {
  if (!BEYOND_LATIN.test(text)) return TWO_LATIN_LETTERS.test(text) ? LATIN : null
  const counts = SCRIPTS.map(({ pattern, ...script }) => ({ ...script, letters: text.match(pattern)?.length ?? 0 }))
  const kana = counts.find(({ name }) => name === "Kana")?.letters ?? 0
  const han = counts.find(({ name }) => name === "Han")?.letters ?? 0
  // Japanese uses Chinese characters; Chinese almost never uses kana.
  if (kana > 0 && kana * KANA_SHARE >= han) return { name: "Kana", language: "ja", letters: kana + han }
  const best = counts.reduce((most, each) => (weightOf(each) > weightOf(most) ? each : most))
  return best.letters < LETTERS_MIN ? null : best
}

const LETTERS_MIN = 2
const KANA_SHARE = 12
/** One Chinese or Korean character carries as much as several letters. */
const weightOf = ({ name, letters }: Script): number => (name === "Han" || name === "Hangul" ? letters * 3 : letters)

/** Most texts have only characters of these blocks, which are Latin or of no script. */
const BEYOND_LATIN = /[^\0-\u02af\u2000-\u206f\u20ac]/
const TWO_LATIN_LETTERS = /\p{Script=Latin}\P{Script=Latin}*\p{Script=Latin}/u
const LATIN: Script = { name: "Latin", language: null, letters: LETTERS_MIN }

const SCRIPTS = [
  { name: "Latin", language: null, pattern: /\p{Script=Latin}/gu },
  { name: "Cyrillic", language: null, pattern: /\p{Script=Cyrillic}/gu },
  { name: "Arabic", language: null, pattern: /\p{Script=Arabic}/gu },
  { name: "Devanagari", language: "hi", pattern: /\p{Script=Devanagari}/gu },
  { name: "Han", language: "zh", pattern: /\p{Script=Han}/gu },
  { name: "Kana", language: "ja", pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { name: "Hangul", language: "ko", pattern: /\p{Script=Hangul}/gu },
  { name: "Greek", language: "el", pattern: /\p{Script=Greek}/gu },
  { name: "Hebrew", language: "he", pattern: /\p{Script=Hebrew}/gu },
  { name: "Thai", language: "th", pattern: /\p{Script=Thai}/gu },
  { name: "Armenian", language: "hy", pattern: /\p{Script=Armenian}/gu },
  { name: "Georgian", language: "ka", pattern: /\p{Script=Georgian}/gu },
  { name: "Bengali", language: "bn", pattern: /\p{Script=Bengali}/gu },
  { name: "Tamil", language: "ta", pattern: /\p{Script=Tamil}/gu },
] as const

/**
 * Function words by language: nearly every sentence has some. Covers the languages of the specification and similar
 * ones.
 */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: "the of and to in is that for it with as was on are be by this have from at not but or an they which you were has their will what there would about when who more if been its after said than also why many these those while where because against before between still can other how our could his her your into over",
  de: "der die und das ist nicht ein eine zu den mit sich auf für von dem es im auch als an nach wie aus bei wird sind noch wir hat einen einer um nur über war werden oder vor zum zur haben durch bis mehr man kann sein ihre wurde unter gegen jetzt seit diese dieser doch schon wenn aber ich hat am ins uns ihr ihm ihn beim dass alle viele sie hatte warum weil dann trotz wieder",
  fr: "le la les des et est un une du en que pour qui dans ce il au sur pas plus ne par avec se sont aux ou son mais cette ses être après nous vous leur ont elle fait été comme tout sans deux entre selon très même aussi ces depuis contre peut c'est l'on n'est d'une d'un qu'il",
  es: "el la los las de y que en un una es por con para del se no su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante según ha han fue son está tras dijo años",
  it: "il lo la gli le di e che è un una per in con non si da del della dei delle nel nella alla al sono ha come più anche ma dal dalla sul sulla questo questa dopo tra ai se suo sua loro essere stato ancora anni perché hanno così già degli dell'anno d'un c'è nell'ambito oggi fra",
  pt: "o os as de e que em um uma é por com para do da dos das no na nos nas se não ao mais como mas foi ele ela sua seu ou quando muito já também pelo pela até isso entre depois sem mesmo aos ter são está você após sobre anos diz foram será há às",
  ca: "el la els les de i que en un una és per amb del dels al als no es seu seva com més però aquest aquesta també ha han són fins va van molt sense sobre quan on entre ja hi després segons cada així perquè l'any d'una d'un s'ha tot anys ens dels què pel pels fer",
  nl: "de het een en van is in te dat op voor met niet zijn die er aan ook als bij door naar maar om uit nog wordt over worden heeft tot hun dan wel na geen deze dit werd zich meer kan hij ze zij we wij onder tegen was hebben moet veel jaar zegt volgens",
  da: "og i at det en den til er som på de med af for ikke der var et har om men han hun ud blev efter ved også mere kan skal eller nu når hvor hvad efter mellem meget sig nogle dem noget havde vil siger år over denne dette bliver været deres fra under mod",
  no: "og i det en er som på til av for ikke med at de den har et om men han hun var ble etter ved også mer kan skal eller nå når hvor hva mellom mye seg noen dem noe hadde vil sier år over denne dette blir vært deres fra under mot å jeg opp enn ut sin etter ikkje ein eit frå eg",
  sv: "och i att det en den är som på för med av inte till har de ett om var men sig han hon så från vi kan ska eller nu när hur vad efter mellan mycket några dem något hade vill säger år över denna detta blir varit deras under mot enligt även sin mer där också alla",
  fi: "ja on ei että se oli hän mutta ovat kun myös jos niin kuin sen joka mukaan vain voi tai ole olla jo nyt noin sekä ovat vielä kanssa mitä kaikki tämä tämän joita ennen jälkeen vuoden vuonna eivät olisi hänen",
  cs: "je se na že v do to s z o i k jsem jsou byl byla bylo který která které jako ale pro při po nebo také jen více před mezi už ještě podle však až aby od není roce roku let tak když má mají bude své svůj ve ze ke jeho jejich která kde",
  sk: "je sa na že v do to s z o aj k som sú bol bola bolo ktorý ktorá ktoré ako ale pre pri po alebo tiež len viac pred medzi už ešte podľa však až aby od nie roku rokov tak keď má majú bude svoje svoj vo zo ku jeho ich kde sme ste",
  pl: "w i na z się do nie że jest to o jak po od za przez dla oraz który która które tym ale są czy już tylko co być był była było może ich jego ze we przy pod także więcej lat roku między jeszcze gdy przed ma będzie tak został",
  hu: "a az és hogy nem is egy van meg csak már de ha el mint volt még kell ez azt minden után vagy pedig lesz lehet szerint között több nagyon ki be fel le volna ezt ami aki akik arra ezek azok majd most előtt illetve évek óta",
  ro: "și de în la a cu că nu pe din este o un pentru se mai care au fost sunt ce sau după lui ale dar prin între fi ca acest această până către despre foarte al ei lor când dacă fără mult ani unde iar doar fiind",
  hr: "je u i na se da su za od s o što nije kao koji koja koje ali do iz ili bi će biti sve više prema samo kako nakon te još prije između već godine godina ove ovaj tijekom gdje vrijeme svijetu uvijek tjedan tko sam smo bio bila kojih ima moguće uz",
  sr: "je u i na se da su za od s o što nije kao koji koja koje ali do iz ili bi će biti sve više prema samo kako nakon te još pre između već godine godina ove ovaj tokom gde vreme svetu uvek nedelja ko šta sam smo bio bila kojih ima mogao uz takođe",
  sl: "je in v na se da so za od z s o ni ki ne pa kot tudi po ali do iz bo bi bil bila bilo vse več le kako še pred med že leta let ta to tem zaradi kjer svoj svoje pri smo lahko bodo po če sem si kaj ker njegov",
  tr: "ve bir bu da de için ile çok daha olarak gibi olan var en ne kadar sonra ise ki o mi ama ya her yeni ilk iki göre değil olduğu olduğunu arasında tarafından önce yıl sadece bütün hem ancak üzerinde karşı",
  ru: "и в не на что с как это по но из у за от так о же для был была было были его её они к до или если бы уже только при может также чтобы после все года лет который которые где есть более нет мы вы ещё перед между",
  uk: "і в не на що з як це по але із у за від так та для був була було були його її вони до або якщо би вже тільки при може також щоб після все року років який які де є більше немає ми ви ще перед між й зі про",
  be: "і ў не на што з як гэта па але у за ад так для быў была было былі яго яе яны да або калі ўжо толькі пры можа таксама каб пасля усе года гадоў які якія дзе ёсць больш няма мы вы яшчэ перад паміж",
  bg: "и на в се да за от не с че са по е като до при или ще който която които беше са но има това този тази след между още само през как може към без бъде със във година години над преди вече ги му си където",
  mk: "и на во се да за од не со дека е по како до при или ќе кој која кои беше но има ова овој оваа по меѓу уште само низ може кон без биде година години над пред веќе ги му си каде сè што од тоа сите",
  "sr-Cyrl":
    "и на у се да за од не са је по како до или ће који која које што су није био била али има ово овај ова после између још само кроз може ка без бити година године над пре већ их му где када све након од",
}

/** The detected language of a text. */
export type DetectedLanguage = {
  readonly language: string
  /** Strong evidence overrides the declaration; weak evidence counts only without one. */
  readonly strong: boolean
}

/** Characters that are read; more do not improve the result. */
const TEXT_LENGTH_MAX = 1_000
/** Minimum score of a language, and for strong evidence. */
const VOTES_MIN = 1.2
const VOTES_STRONG_MIN = 4
/** Minimum lead over the second language. */
const LEAD_MIN = 1.3
/** The same if the second one shares most of its words. */
const LEAD_CLOSE_MIN = 1.08
const LEAD_STRONG_MIN = 1.8
/** Shorter texts may be names, which n-grams misjudge. */
const WORDS_MIN = 5
const NGRAM_ACCURACY_MIN = 0.3

/**
 * The language of a plain text, or null if uncertain: by its script, then by words and letters of few languages, then
 * by n-grams (tinyld).
 */
export const detectLanguage = (text: string): DetectedLanguage | null => {
  const start = text.slice(0, TEXT_LENGTH_MAX).normalize("NFC")
  const script = scriptOf(start)
  if (script === null) return null
  if (script.language !== null) return { language: script.language, strong: script.letters >= STRONG_LETTERS_MIN }
  const lowerCase = start.toLowerCase()
  const words = lowerCase.match(WORD) ?? []
  const voted = vote(words, lowerCase)
  if (voted !== null) return voted
  if (words.length < WORDS_MIN) return null
  const [best] = detectAll(start)
  return best !== undefined && best.accuracy >= NGRAM_ACCURACY_MIN && isOf(script.name, best.lang)
    ? { language: best.lang, strong: false }
    : null
}

const STRONG_LETTERS_MIN = 8

/** @param text in lower case */
const vote = (words: ReadonlyArray<string>, text: string): DetectedLanguage | null => {
  const votes = new Map<string, number>()
  const give = (language: string, share: number) => votes.set(language, (votes.get(language) ?? 0) + share)
  for (const word of words) {
    const languages = LANGUAGES_OF_WORD.get(word)
    // Words of a single language weigh most.
    if (languages !== undefined) for (const language of languages) give(language, 1 / languages.length)
  }
  const isAscii = !BEYOND_ASCII.test(text)
  for (const { pattern, languages, needs } of LETTERS) {
    if (needs === null ? isAscii : !needs.some((part) => text.includes(part))) continue
    const found = Math.min(text.match(pattern)?.length ?? 0, LETTER_VOTES_MAX)
    if (found > 0) for (const language of languages) give(language, (found * LETTER_VOTE) / languages.length)
  }
  const [first, second] = [...votes].sort((one, other) => other[1] - one[1])
  if (first === undefined || first[1] < VOTES_MIN) return null
  const lead = first[1] / (second?.[1] ?? 0.01)
  const language = primaryOf(first[0])
  const close = second !== undefined && areClose(language, primaryOf(second[0]))
  if (lead < (close ? LEAD_CLOSE_MIN : LEAD_MIN)) return null
  return { language, strong: first[1] >= VOTES_STRONG_MIN && lead >= LEAD_STRONG_MIN }
}

const primaryOf = (tag: string): string => tag.split("-")[0] ?? tag

const WORD = /\p{L}[\p{L}\p{M}'’·]*/gu
const BEYOND_ASCII = /[^\0-\x7f]/
const LETTER_VOTE = 0.6
const LETTER_VOTES_MAX = 4

const LANGUAGES_OF_WORD: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const found = new Map<string, Array<string>>()
  for (const [language, words] of Object.entries(FUNCTION_WORDS)) {
    for (const word of new Set(words.split(" "))) found.set(word, [...(found.get(word) ?? []), language])
  }
  return found
})()

/**
 * Letters and endings of few languages, in lower case. `needs`: parts of which one occurs in every match, for patterns
 * that take long; null if every match has a letter beyond ASCII.
 */
const LETTERS: ReadonlyArray<{
  readonly pattern: RegExp
  readonly languages: ReadonlyArray<string>
  readonly needs: ReadonlyArray<string> | null
}> = [
  { pattern: /ß/g, languages: ["de"], needs: null },
  { pattern: /[¿¡ñ]/g, languages: ["es"], needs: null },
  { pattern: /[ãõ]/g, languages: ["pt"], needs: null },
  { pattern: /l·l|ny\b|\b[sl]['’]h/g, languages: ["ca"], needs: ["ny", "’h", "'h", "l·l"] },
  { pattern: /[ěřů]/g, languages: ["cs"], needs: null },
  { pattern: /[ľĺŕ]/g, languages: ["sk"], needs: null },
  { pattern: /[łąęśźżń]/g, languages: ["pl"], needs: null },
  { pattern: /[őű]/g, languages: ["hu"], needs: null },
  { pattern: /[ășțţ]/g, languages: ["ro"], needs: null },
  { pattern: /đ/g, languages: ["hr", "sr"], needs: null },
  { pattern: /ć/g, languages: ["hr", "sr", "pl"], needs: null },
  { pattern: /\b\p{L}*ije\p{L}+/gu, languages: ["hr"], needs: ["ije"] },
  { pattern: /[ğış]/g, languages: ["tr"], needs: null },
  { pattern: /[øæ]/g, languages: ["da", "no"], needs: null },
  { pattern: /\b\p{L}*(?:lijk|schap|heid|ij)\b/gu, languages: ["nl"], needs: ["ij", "schap", "heid"] },
  { pattern: /[ыэё]/g, languages: ["ru", "be"], needs: null },
  { pattern: /[їєґ]/g, languages: ["uk"], needs: null },
  { pattern: /ў/g, languages: ["be"], needs: null },
  { pattern: /[ѓќѕ]/g, languages: ["mk"], needs: null },
  { pattern: /[ђћ]/g, languages: ["sr-Cyrl"], needs: null },
  { pattern: /[јљњџ]/g, languages: ["mk", "sr-Cyrl"], needs: null },
  { pattern: /\p{L}ът\b|\p{L}та\b|ъ/gu, languages: ["bg"], needs: ["ъ", "та"] },
]

/** N-grams of borrowed words may suggest a language of another script. */
const isOf = (script: string, language: string): boolean =>
  (script === "Latin") === !NOT_LATIN.has(language) && (script !== "Arabic" || ARABIC.has(language))
const ARABIC = new Set(["ar", "fa", "ur"])
const NOT_LATIN = new Set(
  "am ber ja zh ko my th km ta hi ur gu kn te el sr mk bg be ru uk hy he yi ar fa kk mn bn tt".split(" "),
)
