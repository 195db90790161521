/** The texts around a post or a digest in a letter. `{name}` is the channel. */
export type LetterTexts = {
  readonly readOnline: string
  /** Where the rest of a post is for people with a level. */
  readonly locked: string
  /** Why the reader gets the letter. */
  readonly why: string
  readonly whyDigest: string
  readonly unsubscribe: string
  readonly settings: string
  readonly digestDaily: string
  readonly digestWeekly: string
  /** Instead of a file that a letter does not contain. */
  readonly seeOnline: string
  /** Above a post that was partly closed to its reader before. */
  readonly opened: string
  /** Before the title of a test letter. */
  readonly test: string
}

const en: LetterTexts = {
  readOnline: "Read online",
  locked: "More content required: the rest of this post is for subscribers.",
  why: "You get this email because you asked for new posts of {name}.",
  whyDigest: "You get this email because you asked for a digest of new posts.",
  unsubscribe: "Unsubscribe",
  settings: "Email settings",
  digestDaily: "New posts today",
  digestWeekly: "New posts this week",
  seeOnline: "See it online",
  opened: "You can read all of this post now. Before, part of it was for subscribers.",
  test: "[Test]",
}
const de: LetterTexts = {
  readOnline: "Online lesen",
  locked: "Mehr Inhalt erforderlich: Der Rest dieses Beitrags ist für Abonnenten.",
  why: "Sie erhalten diese E-Mail, weil Sie neue Beiträge von {name} bestellt haben.",
  whyDigest: "Sie erhalten diese E-Mail, weil Sie eine Übersicht neuer Beiträge bestellt haben.",
  unsubscribe: "Abbestellen",
  settings: "E-Mail-Einstellungen",
  digestDaily: "Neue Beiträge von heute",
  digestWeekly: "Neue Beiträge dieser Woche",
  seeOnline: "Online ansehen",
  opened: "Sie können diesen Beitrag jetzt ganz lesen. Ein Teil davon war bisher Abonnenten vorbehalten.",
  test: "[Test]",
}
const zhHans: LetterTexts = {
  readOnline: "在线阅读",
  locked: "其余内容仅供订阅者阅读。",
  why: "你收到这封邮件，是因为你订阅了 {name} 的新内容。",
  whyDigest: "你收到这封邮件，是因为你订阅了新内容摘要。",
  unsubscribe: "退订",
  settings: "邮件设置",
  digestDaily: "今日新内容",
  digestWeekly: "本周新内容",
  seeOnline: "在线查看",
  opened: "这篇文章现已全文开放，此前部分内容仅供订阅者阅读。",
  test: "[测试]",
}
const zhHant: LetterTexts = {
  readOnline: "線上閱讀",
  locked: "其餘內容僅供訂閱者閱讀。",
  why: "你收到這封郵件，是因為你訂閱了 {name} 的新內容。",
  whyDigest: "你收到這封郵件，是因為你訂閱了新內容摘要。",
  unsubscribe: "取消訂閱",
  settings: "電子郵件設定",
  digestDaily: "今日新內容",
  digestWeekly: "本週新內容",
  seeOnline: "線上檢視",
  opened: "這篇文章現已全文開放，先前部分內容僅供訂閱者閱讀。",
  test: "[測試]",
}
const TEXTS: Readonly<Record<string, LetterTexts>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }

/** The texts in a language; English for one that we do not have. */
export const letterTextsOf = (locale: string): LetterTexts => (Object.hasOwn(TEXTS, locale) && TEXTS[locale]) || en
