/** Elements of an article. Other elements lose their tags and keep their text, except UNREAD_TAGS. */
export const ALLOWED_TAGS: ReadonlyArray<string> = [
  ...words("h1 h2 h3 h4 h5 h6 p div span br hr blockquote q cite pre code kbd samp var"),
  ...words("a b strong i em u s del ins mark small sub sup abbr dfn time wbr bdi bdo"),
  ...words("ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td"),
  ...words("figure figcaption picture img video audio source details summary"),
  ...words("section article aside header footer main nav address hgroup ruby rb rt rp rtc"),
  ...words("math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mstyle mpadded mphantom"),
  ...words("mover munder munderover mmultiscripts mprescripts none mtable mtr mtd semantics"),
]

/**
 * Elements with content that is removed. None of them and none of ALLOWED_TAGS is parsed as raw text after
 * serialisation, so browsers see the tree that was written.
 */
export const UNREAD_TAGS: ReadonlyArray<string> = words(
  "script style template title svg applet textarea select option datalist xmp annotation annotation-xml",
)

export const ALLOWED_ATTRIBUTES: Readonly<Record<string, ReadonlyArray<string>>> = {
  "*": ["title", "lang", "dir"],
  a: ["href", "hreflang", "rel"],
  img: ["src", "alt", "width", "height", "loading", "decoding"],
  video: ["src", "poster", "width", "height", "controls", "preload"],
  audio: ["src", "controls", "preload"],
  source: ["src", "type"],
  blockquote: ["cite"],
  q: ["cite"],
  del: ["cite", "datetime"],
  ins: ["cite", "datetime"],
  time: ["datetime"],
  ol: ["start", "reversed", "type"],
  li: ["value"],
  col: ["span"],
  colgroup: ["span"],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan", "scope", "abbr"],
  details: ["open"],
  math: ["display"],
  mi: ["mathvariant"],
  mo: ["stretchy", "fence", "separator", "form"],
  mstyle: ["displaystyle", "scriptlevel"],
  mspace: ["width", "height", "depth"],
  mtd: ["columnspan", "rowspan"],
}

/** Allowed classes: the language of code, and the link that replaces a frame. */
export const ALLOWED_CLASSES: Readonly<Record<string, ReadonlyArray<string>>> = {
  code: ["language-*", "lang-*"],
  pre: ["language-*", "lang-*"],
  a: ["embed"],
}

/** Obsolete names of allowed elements. */
export const RENAMED_TAGS: Readonly<Record<string, string>> = {
  strike: "s",
  tt: "code",
  acronym: "abbr",
  dir: "ul",
  listing: "pre",
  center: "div",
  image: "img",
  // Scripts are removed, so their replacement is shown; the element itself is removed later.
  noscript: "div",
}

function words(text: string): ReadonlyArray<string> {
  return text.split(" ")
}
