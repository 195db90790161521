/** Names of HTML elements: other "tags" were meant as text. */
export const HTML_NAMES: ReadonlySet<string> = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
  image img input ins isindex kbd label legend li link listing main map mark marquee math menu meta meter multicol nav
  nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc
  ruby s samp script search section select slot small source spacer span strike strong style sub summary sup svg table
  tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
  mi mo mn ms mrow msup msub msubsup mfrac msqrt mroot mtext mspace mstyle mpadded mphantom mover munder munderover
  mmultiscripts mtable mtr mtd semantics annotation`
    .split(/\s+/)
    .filter((name) => name !== ""),
)

/** Elements without content. */
export const HTML_VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
)

/** Block elements: words before and after them are separate. */
export const HTML_BLOCKS: ReadonlySet<string> = new Set(
  `address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul`
    .split(/\s+/)
    .filter((name) => name !== ""),
)

/** Elements with content that is not shown. */
export const HTML_UNREAD: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "svg",
  "object",
])
