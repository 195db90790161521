import { foldWord, lowerCase } from "./foldWord.ts"
import { UNKNOWN_LANGUAGE } from "./languageOf.ts"
import { otherForms } from "./otherForms.ts"
import { labelOf, type Need, type Sequence, type SoughtTerm } from "./Search.ts"
import { tagKey } from "./tagKey.ts"
import { isOfLanguage, termOf } from "./termsOf.ts"
import { type Token, tokenise } from "./tokenise.ts"

/**
 * Function words: articles, pronouns, prepositions, auxiliaries. They are indexed for phrases, but a search with other
 * words does not require them.
 */
const WORDS: Readonly<Record<string, string>> = {
  da: "af alle at da de dem den der deres det dig din du efter ej eller en er et for fra han har hun hvad hvem hvis hvor hvordan i ikke ind jeg kan man med men mig min ned nu når og også om op os på sig sin som til ud under var ved vi vil være",
  de: "aber alle als also am an auch auf aus bei bin bis da das dass dein dem den der des die dir doch du durch ein eine einem einen einer eines er es für hat haben hier ich ihr im in ist ja kann kein keine können man mein mich mir mit nach nicht noch nun nur ob oder sein seine sich sie sind so über um und uns unter vom von vor war warum was wenn wer werden wie wir wird wo zu zum zur",
  en: "a about after all also am an and any are as at be been but by can could d did do does for from had has have he her him his how i if in into is it its ll me my no not of on or our out s she should so some such t than that the their them then there these they this those to up us ve was we were what when where which who why will with would you your",
  es: "a al algo ante como con cómo cuál cuando cuándo de del desde donde dónde el ella ellos en entre era es esa ese eso esta este esto fue ha han hasta hay la las le les lo los más me mi muy nada ni no nos o para pero por porque que qué quien quién se ser si sin sobre son su sus también te tiene tu un una uno unos y ya yo",
  fi: "ei en eli et että he hän ja jo jos joka jotka kanssa kuin kun me mikä mitä mutta mutta myös ne niin nyt oli olla on ovat se sekä sen siitä sitä tai tämä vain vai voi",
  fr: "à au aux avec c ce ces cet cette comme comment d dans de des du elle elles en entre est et eu fait il ils j je l la le les leur leurs lui m ma mais me même mes mon n ne nos notre nous on ont ou où par pas pour pourquoi qu quand que quel quelle quels qui s sa sans se sera ses si son sont sous sur t ta te tes toi ton tu un une vos votre vous y",
  hu: "a az be ben de egy el ez és ha hogy hogyan is ki le már még meg mi mert miért mint nem nincs s se van volt vagy",
  it: "a agli ai al alla alle allo anche c che chi ci come con cosa cui da dagli dai dal dalla dalle de degli dei del della delle dello di dov dove e è ed era gli ha hanno i il in io l la le lei li lo loro lui ma mi nei nel nella nelle no noi non o per perché più quale quando quanto quello questa questo se si sia sono su sua sul sulla suo tra tu un una uno vi voi",
  nl: "aan al als ben bij daar dan dat de deze die dit door een en er ge had hebben heeft hem het hij hoe hun ik in is ja je kan maar me met mij mijn na naar niet nog nu of om onder ons ook op over te tot uit van veel voor waar waarom was wat we wel werd wie wij wil worden zal ze zich zij zijn zo",
  no: "alle at av bare da de den der deres det du eller en er et etter for fra han har hun hva hvem hvis hvor hvordan hvorfor i ikke inn jeg kan man med meg men min ned nå når og også om opp oss over på seg sin slik som til ut var ved vi vil være",
  pt: "a ao aos às as até com como da das de dela dele do dos e é ela ele eles em entre era essa esse esta este eu foi há isso isto já lhe mais mas me meu minha muito na não nas nem no nos o onde os ou para pela pelas pelo pelos por porque qual quando que quem se sem ser seu seus só sua suas também te tem têm um uma você vos",
  ro: "a ai al ale am ar are as au ca care ce cu cum da de din doar după ea ei el este eu fi fie fost în la le lui mai ne nici nu o or pe pentru prin s sa să se și sunt te un una unde unei unui va vă",
  ru: "а без более бы был была были было быть в вам вас весь во вот все всего вы где да для до его ее если есть еще же за здесь и из или им их к как ко когда кто ли либо мне может мы на над надо наш не него нее нет ни них но ну о об один она они оно от по под при про с со так также такой там то того тоже только том ты у уже чего чем что чтобы это этого этой этот я",
  sv: "alla allt att av blev blir da de dem den denna deras dess det detta dig din du där efter eller en er ett från för ha hade han har hon hur i icke in inte jag kan kunde man med mellan men mig min mot mycket ni nu när och också om oss på samma sedan sig sin ska skulle som så till under upp ut utan vad var vara varför vem vi vid vill är över",
  tr: "acaba ama ancak az bana bazı ben bir biz bu çok çünkü da daha de değil diye en gibi hem hep her hiç için ile ise kadar ki kim mi mı mu mü nasıl ne neden nerede o olan olarak sen siz şey şu ve veya ya yani",
}

const sets = new Map<string, ReadonlySet<string>>(
  Object.entries(WORDS).map(([language, words]) => [
    language,
    new Set(words.split(" ").map((word) => foldWord(word, UNKNOWN_LANGUAGE))),
  ]),
)

/** Whether a word is a function word of a language. */
const isFunctionWord = (word: string, language: string): boolean =>
  sets.get(language)?.has(foldWord(word, UNKNOWN_LANGUAGE)) === true

/** Runs of up to this many characters are searched as they are; longer ones are split into words. */
const RUN_LENGTH_MAX = 3

/** Splits runs into words. The locale does not matter: one dictionary covers Chinese and Japanese. */
const segmenter = new Intl.Segmenter("ja", { granularity: "word" })

/** The whole text as one sequence, or null if it has no words. */
export const phraseOf = (text: string, language: string): Need => {
  const sequence = sequenceOf(wordsOf(text), language)
  return sequence.length === 0 ? [] : [sequence]
}

/**
 * The alternatives for a part without spaces, usually one word. `co-op` becomes a sequence, `l'économie` its main word,
 * a run of characters its words, a host or hashtag itself or its words.
 */
export const needsOf = (text: string, language: string): ReadonlyArray<Need> => {
  const tokens = [...tokenise(text)]
  const special = tokens.find(({ kind }) => kind === "host" || kind === "hashtag")
  if (special !== undefined) {
    const name: Sequence = [exactly(special.text)]
    const words = phraseOf(text.slice(special.start, special.end), language)
    return [special.kind === "host" ? [name, ...words] : [name, [exactly(labelOf.tag(tagKey(special.text)))], ...words]]
  }
  return groupsOf(text, tokens).flatMap((group): ReadonlyArray<Need> => {
    const words = withoutElisions(text, group, language)
    const sequence = sequenceOf(words, language)
    if (sequence.length === 0) return []
    const [only] = words
    return [only !== undefined && words.length === 1 ? [sequence, ...otherSpellings(only, language)] : [sequence]]
  })
}

/** Whether a part is one function word. */
export const isEmptyWord = (text: string, language: string): boolean => {
  const [word, more] = wordsOf(text)
  return word?.kind === "word" && more === undefined && isFunctionWord(word.text, language)
}

const wordsOf = (text: string): ReadonlyArray<Token> =>
  [...tokenise(text)].filter(({ kind }) => kind !== "host" && kind !== "hashtag")

const exactly = (text: string): SoughtTerm => ({ text, at: 0, isPrefix: false })

const sequenceOf = (tokens: ReadonlyArray<Token>, language: string): Sequence =>
  tokens.flatMap((token, at): Sequence => {
    if (token.kind !== "char") return [{ text: termOf(token, language), at, isPrefix: false }]
    if (token.next !== null) return [{ text: termOf(token, language), at, isPrefix: false }]
    // The last of several characters belongs to the pair before it; a single one may begin any pair.
    const before = tokens[at - 1]
    return before?.kind === "char" && before.next !== null ? [] : [{ text: token.text, at, isPrefix: true }]
  })

/** Tokens that must be adjacent: words and numbers as typed, and the words of each run. */
const groupsOf = (text: string, tokens: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<Token>> => {
  const groups: Array<Array<Token>> = []
  for (let from = 0; from < tokens.length; ) {
    const token = tokens[from] as Token
    if (token.kind !== "char") {
      const group = groups.at(-1)
      const isOpen = group?.at(-1)?.kind !== "char"
      if (group !== undefined && isOpen) group.push(token)
      else groups.push([token])
      from += 1
      continue
    }
    let to = from + 1
    while (tokens[to - 1]?.next != null) to += 1
    const parts = partsOf(text, tokens.slice(from, to))
    const before = groups.at(-1)
    // 2026年: a single character belongs to the number or word before it.
    if (parts.length === 1 && parts[0]?.length === 1 && before !== undefined && before.length === 1)
      before.push(...parts[0])
    else groups.push(...parts)
    from = to
  }
  return groups
}

const partsOf = (text: string, run: ReadonlyArray<Token>): Array<Array<Token>> => {
  if (run.length <= RUN_LENGTH_MAX) return [[...run]]
  const [first, last] = [run[0] as Token, run.at(-1) as Token]
  const starts = new Set(
    [...segmenter.segment(text.slice(first.start, last.end))].map(({ index }) => first.start + index),
  )
  const parts: Array<Array<Token>> = []
  for (const token of run) {
    const part = parts.at(-1)
    if (part === undefined || starts.has(token.start)) parts.push([token])
    else part.push(token)
  }
  return parts
    .filter(([only, second]) => second !== undefined || only === undefined || !PARTICLES.includes(only.text))
    .reduce<Array<Array<Token>>>((joined, part) => {
      const before = joined.at(-1)
      // A single character would match almost everywhere, so it belongs to the word before it.
      if (part.length === 1 && before?.at(-1)?.end === part[0]?.start) before?.push(...part)
      else joined.push(part)
      return joined
    }, [])
    .map((part) => part.map((token, at) => (at === part.length - 1 ? { ...token, next: null } : token)))
}

/** Characters that are function words when they stand alone between words. */
const PARTICLES = "のはをがにでとへもやかねよ的了是在和与及之也有"

/** Short words beside an apostrophe (l'économie, John's) are ignored. */
const withoutElisions = (text: string, group: ReadonlyArray<Token>, language: string): ReadonlyArray<Token> => {
  const isSmall = ({ kind, text: word }: Token) => kind === "word" && isFunctionWord(word, language)
  const words = group.filter(
    (token, at) =>
      !isSmall(token) ||
      !(
        (at + 1 < group.length && APOSTROPHE.test(text[token.end] ?? "")) ||
        (at > 0 && APOSTROPHE.test(text[token.start - 1] ?? ""))
      ),
  )
  return words.length === 0 ? group : words
}

const APOSTROPHE = /['’ʼ]/

/** The other form of a word, if it has a term of its own. */
const otherSpellings = (token: Token, language: string): ReadonlyArray<Sequence> => {
  if (token.kind !== "word" || !isOfLanguage(token.text, language)) return []
  const own = termOf(token, language)
  const terms = otherForms(lowerCase(token.text, language), language).map((text) =>
    termOf({ ...token, text }, language),
  )
  return [...new Set(terms)].filter((term) => term !== own).map((term) => [exactly(term)])
}
