import { foldWord } from "./foldWord.ts"
import { UNKNOWN_LANGUAGE } from "./languageOf.ts"

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
export const isFunctionWord = (word: string, language: string): boolean =>
  sets.get(language)?.has(foldWord(word, UNKNOWN_LANGUAGE)) === true
