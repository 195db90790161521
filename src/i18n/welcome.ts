import type { Locale } from "./locales.ts"

/** The languages of the welcome text [S2-086]. French exists only here. */
const ALWAYS = ["en", "de", "fr"] as const
export type WelcomeLanguage = (typeof ALWAYS)[number] | "zh-Hans" | "zh-Hant"

/** The language of the page comes first if it is Chinese; other pages offer EN, DE and FR. */
export const welcomeLanguages = (locale: Locale): ReadonlyArray<WelcomeLanguage> =>
  locale === "zh-Hans" || locale === "zh-Hant" ? [locale, ...ALWAYS] : ALWAYS

export const WELCOME_TABS: Readonly<Record<WelcomeLanguage, string>> = {
  en: "EN",
  de: "DE",
  fr: "FR",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
}

export interface Welcome {
  readonly title: string
  readonly lead: string
  readonly steps: ReadonlyArray<{ readonly title: string; readonly text: string }>
  readonly channels: string
  /** The button that closes the dialog. */
  readonly start: string
}

/** The text of the welcome modal, which the How-to button opens too. */
export const welcome: Readonly<Record<WelcomeLanguage, Welcome>> = {
  en: {
    title: "Welcome to Quire",
    lead: "A library of over 400,000 items in 9 languages, gathered from independent media: articles, videos and podcasts, with no algorithm in between.",
    steps: [
      {
        title: "Follow",
        text: "Paste the address of any blog, newsletter, video channel or podcast into the newsfeed, or pick one under Channel. No account is needed.",
      },
      {
        title: "Sort",
        text: "Sort what you follow into groups. Guests can follow 10 feeds and create 3 groups, saved in this browser.",
      },
      { title: "Read", text: "Everything arrives in one feed, newest first. Filter it by time, group or source." },
    ],
    channels: "You can open this guide at any time with the How-to button.",
    start: "Start reading",
  },
  de: {
    title: "Willkommen bei Quire",
    lead: "Eine Bibliothek mit über 400.000 Beiträgen in 9 Sprachen aus unabhängigen Medien: Artikel, Videos und Podcasts, ohne Algorithmus dazwischen.",
    steps: [
      {
        title: "Folgen",
        text: "Fügen Sie im Newsfeed die Adresse eines Blogs, Newsletters, Videokanals oder Podcasts ein oder wählen Sie einen unter „Kanäle“. Ein Konto brauchen Sie nicht.",
      },
      {
        title: "Ordnen",
        text: "Legen Sie in Gruppen ab, was Sie lesen. Gäste haben Platz für 10 Feeds und 3 Gruppen, gespeichert in diesem Browser.",
      },
      {
        title: "Lesen",
        text: "Alles erscheint in einem einzigen Feed, das Neueste zuerst. Filtern Sie nach Zeit, Gruppe oder Quelle.",
      },
    ],
    channels: "Diese Anleitung finden Sie jederzeit unter „So geht’s“.",
    start: "Jetzt lesen",
  },
  fr: {
    title: "Bienvenue sur Quire",
    lead: "Une bibliothèque de plus de 400 000 contenus en 9 langues, issus de médias indépendants : articles, vidéos et podcasts, sans algorithme entre eux et vous.",
    steps: [
      {
        title: "Suivre",
        text: "Collez dans le fil l’adresse d’un blog, d’une lettre d’information, d’une chaîne vidéo ou d’un podcast, ou choisissez-en un dans les chaînes. Aucun compte n’est nécessaire.",
      },
      {
        title: "Ranger",
        text: "Classez vos abonnements par groupes. Sans compte, vous pouvez suivre 10 flux et créer 3 groupes, conservés dans ce navigateur.",
      },
      {
        title: "Lire",
        text: "Tout arrive dans un seul fil, du plus récent au plus ancien. Filtrez-le par date, par groupe ou par source.",
      },
    ],
    channels: "Ce guide reste accessible à tout moment depuis le bouton d’aide de l’en-tête.",
    start: "Commencer à lire",
  },
  "zh-Hans": {
    title: "欢迎来到 Quire",
    lead: "收录 9 种语言、超过 400,000 篇独立媒体内容的内容库：文章、视频和播客，没有算法介入。",
    steps: [
      {
        title: "关注",
        text: "把任意博客、电子报、视频频道或播客的网址粘贴到“资讯”页，或在“频道”中挑选。无需注册账号。",
      },
      {
        title: "整理",
        text: "把关注的内容分成分组。访客最多可关注 10 个订阅源、创建 3 个分组，数据保存在此浏览器中。",
      },
      { title: "阅读", text: "所有内容汇入同一个资讯流，最新的排在最前。可按时间、分组或来源筛选。" },
    ],
    channels: "随时可以通过“使用说明”按钮再次打开本指南。",
    start: "开始阅读",
  },
  "zh-Hant": {
    title: "歡迎來到 Quire",
    lead: "收錄 9 種語言、超過 400,000 則獨立媒體內容的內容庫：文章、影片與 Podcast，沒有演算法介入。",
    steps: [
      {
        title: "追蹤",
        text: "將任何部落格、電子報、影音頻道或 Podcast 的網址貼到「動態」頁，或在「頻道」中挑選。不需要帳號。",
      },
      {
        title: "整理",
        text: "把追蹤的內容分成群組。訪客最多可追蹤 10 個訂閱來源、建立 3 個群組，資料儲存在此瀏覽器中。",
      },
      { title: "閱讀", text: "所有內容匯集在同一個動態中，最新的在最前面。可依時間、群組或來源篩選。" },
    ],
    channels: "隨時可以透過「使用教學」按鈕再次開啟本指南。",
    start: "開始閱讀",
  },
}
