import { attribute, type Html, html } from "../../lib/html.ts"
import { memoise } from "../../lib/memoise.ts"

/** Line icons on a 24-unit grid. Decorative: their parents have names. */
const SHAPES = {
  menu: "M4 7h16M4 12h16M4 17h10",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 20 20",
  close: "M6 6l12 12M18 6 6 18",
  back: "M15 5l-7 7 7 7",
  chat: "M5 5.5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7.5L7 20v-3.5H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1",
  help: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M9.6 9.6a2.5 2.5 0 1 1 3.4 2.6c-.7.3-1 .8-1 1.5v.3M12 16.8v.2",
  language:
    "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17M3.8 12h16.4M12 3.5c2.4 2.4 3.5 5.2 3.5 8.5s-1.1 6.1-3.5 8.5c-2.4-2.4-3.5-5.2-3.5-8.5S9.6 5.9 12 3.5",
  telegram: "M20.500 4.500 3.500 11.200l5.300 2 2 6 2.800-3.600 4.700 3.400zM8.800 13.200l7-5",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  person: "M12 4.5a3.75 3.75 0 1 1 0 7.5 3.75 3.75 0 0 1 0-7.5M5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5",
  people:
    "M9 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M3.5 18.5a5.5 5.5 0 0 1 11 0M15.5 5.4a3 3 0 0 1 0 5.2M17 13.4a5.5 5.5 0 0 1 3.5 5.1",
  calendar: "M5 6h14v13.5H5zM5 10h14M8.5 3.5V6M15.5 3.5V6",
  chevron: "M7 10l5 5 5-5",
  feed: "M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M6.5 17.5h.010",
  retry: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
  bell: "M12 4a5 5 0 0 1 5 5v4l2 3H5l2-3V9a5 5 0 0 1 5-5M10 19a2 2 0 0 0 4 0",
  mail: "M4 6.5h16v11H4zM4.5 7l7.5 6 7.5-6",
  playNext: "M5 4v8l6.5-4zM4 16h16M4 20h16",
  enqueue: "M4 6h16M4 11h16M4 16h7M17.5 14v6M14.5 17h6",
  play: "M8 5.5v13l10.5-6.5z",
  eye: "M3 12c2.2-4 5.2-6 9-6s6.8 2 9 6c-2.2 4-5.2 6-9 6s-6.8-2-9-6M12 9.3a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4",
  lock: "M6.5 11h11v8.5h-11zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 4 3.5 19h17zM12 10v4.5M12 16.7v.1",
  plus: "M12 5v14M5 12h14",
  cards: "M4 6h16M4 10h9M4 14h9M4 18h16M16 10h4v4h-4z",
  list: "M4 6h16M4 10h10M4 15h16M4 19h10",
  titles: "M4 6h16M4 10h16M4 14h16M4 18h16",
  filter: "M4 7h16M7 12h10M10 17h4",
  home: "M4.5 11 12 4.5l7.5 6.5M6.5 9.5v10h11v-10",
  bookmark: "M7 4.5h10v15l-5-3.8-5 3.8z",
  share: "M12 14.5V4M8 7.5 12 3.5l4 4M6.5 11H5v9h14v-9h-1.5",
  link: "M10 13.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1M14 10.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1",
  text: "M3.5 18 8 6l4.500 12M5 14.500h6M14.500 18l3-8 3 8M15.500 15.500h4",
  out: "M9 6H6v12h12v-3M13 5h6v6M19 5l-9 9",
} as const

export type IconName = keyof typeof SHAPES

/** Default size in CSS pixels. */
const SIZE = 20
/** Icons in a few sizes. */
const ICONS_MAX = 256
const icons = memoise<Html>(ICONS_MAX)

export const icon = (name: IconName, size = SIZE): Html =>
  icons(
    `${name} ${size}`,
    () =>
      html`<svg${attribute("width", size)}${attribute("height", size)} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${SHAPES[name]}"></path></svg>`,
  )
