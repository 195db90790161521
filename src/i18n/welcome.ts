/** The languages of the welcome text [S2-086]. French exists only here; Chinese does not. */
export const WELCOME_LANGUAGES = ["en", "de", "fr"] as const
export type WelcomeLanguage = (typeof WELCOME_LANGUAGES)[number]

export interface Welcome {
  readonly title: string
  readonly lead: string
  readonly steps: ReadonlyArray<{ readonly title: string; readonly text: string }>
  readonly channels: string
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
  },
}
