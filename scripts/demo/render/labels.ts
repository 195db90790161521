/** The few words that the demo's pages say themselves, in the language of each site. */
export type Labels = {
  readonly newest: string
  readonly subscribe: string
  readonly back: string
  readonly transcript: string
  readonly chapters: string
  /** Says plainly that the site is made up. */
  readonly fiction: string
}

const labels: Readonly<Record<string, Labels>> = {
  en: {
    newest: "Newest",
    subscribe: "Follow by feed",
    back: "All pieces",
    transcript: "Transcript",
    chapters: "Chapters",
    fiction: "A demonstration site: its places and people are made up, its pictures and sounds are drawn by a program.",
  },
  de: {
    newest: "Neu",
    subscribe: "Als Feed abonnieren",
    back: "Alle Beiträge",
    transcript: "Abschrift",
    chapters: "Kapitel",
    fiction: "Eine Vorführseite: Orte und Menschen sind erfunden, Bilder und Klänge zeichnet ein Programm.",
  },
  fr: {
    newest: "Derniers textes",
    subscribe: "Suivre par le flux",
    back: "Tous les textes",
    transcript: "Transcription",
    chapters: "Chapitres",
    fiction: "Un site de démonstration : lieux et personnes sont inventés, images et sons sont l’œuvre d’un programme.",
  },
  es: {
    newest: "Lo último",
    subscribe: "Seguir por el canal",
    back: "Todos los textos",
    transcript: "Transcripción",
    chapters: "Capítulos",
    fiction:
      "Un sitio de demostración: los lugares y las personas son inventados; las imágenes las dibuja un programa.",
  },
  it: {
    newest: "Ultimi testi",
    subscribe: "Segui con il feed",
    back: "Tutti i testi",
    transcript: "Trascrizione",
    chapters: "Capitoli",
    fiction: "Un sito dimostrativo: luoghi e persone sono inventati, le immagini le disegna un programma.",
  },
  pt: {
    newest: "Mais recentes",
    subscribe: "Seguir pelo feed",
    back: "Todos os textos",
    transcript: "Transcrição",
    chapters: "Capítulos",
    fiction: "Um sítio de demonstração: lugares e pessoas são inventados, as imagens são desenhadas por um programa.",
  },
  sv: {
    newest: "Senaste",
    subscribe: "Följ flödet",
    back: "Alla texter",
    transcript: "Utskrift",
    chapters: "Kapitel",
    fiction: "En visningsplats: platser och människor är påhittade, bilderna ritas av ett program.",
  },
  "zh-CN": {
    newest: "最新",
    subscribe: "订阅",
    back: "全部文章",
    transcript: "文字稿",
    chapters: "章节",
    fiction: "这是一个演示站点：地点和人物均为虚构，图画由程序绘制。",
  },
  "zh-TW": {
    newest: "最新",
    subscribe: "訂閱",
    back: "全部文章",
    transcript: "文字稿",
    chapters: "章節",
    fiction: "這是一個示範網站：地點與人物皆為虛構，圖畫由程式繪製。",
  },
  ja: {
    newest: "新着",
    subscribe: "フィードで読む",
    back: "一覧へ",
    transcript: "書き起こし",
    chapters: "チャプター",
    fiction: "これは見本のサイトです。場所も人も架空で、絵と音はプログラムが作っています。",
  },
}

/** The labels for a BCP 47 tag. Every site's language has its own; a test holds to that. */
export const labelsFor = (language: string): Labels | undefined =>
  labels[language] ?? labels[language.split("-")[0] ?? ""]
