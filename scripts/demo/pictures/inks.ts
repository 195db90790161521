/** The colours of one print, from the lightest to the darkest, and one that stands out. */
export type Ink = {
  readonly paper: string
  readonly sky: string
  readonly far: string
  readonly mid: string
  readonly near: string
  readonly dark: string
  readonly bright: string
}

const ink = (
  paper: string,
  sky: string,
  far: string,
  mid: string,
  near: string,
  dark: string,
  bright: string,
): Ink => ({
  paper,
  sky,
  far,
  mid,
  near,
  dark,
  bright,
})

/** Named after what they look like; each site prints with one of them. */
export const inks = {
  harbourDawn: ink("#f6ead2", "#efcf9f", "#b9a78b", "#6f8a8f", "#35586a", "#16303f", "#d9622b"),
  slateGold: ink("#f3ecd8", "#dfd3a8", "#a9ac8c", "#6d7f6e", "#3e5a52", "#1b2f2d", "#e0a526"),
  emberRed: ink("#f7e8d4", "#eec79b", "#cf8b5c", "#9d4b33", "#62261f", "#2b1213", "#f2b04a"),
  moss: ink("#f1eedb", "#d4d9b4", "#a2b283", "#6c8756", "#3f5b3a", "#1e3120", "#d98f3c"),
  blueNight: ink("#e9e7dc", "#7d8fb3", "#556a97", "#344a78", "#1d2d55", "#0c1530", "#f2d27a"),
  plumDusk: ink("#f4e6de", "#e3b6a8", "#b1838d", "#775673", "#463555", "#1f1a33", "#e97f4c"),
  ironTeal: ink("#ecefe6", "#bdd3cb", "#86aca8", "#4c7f80", "#265659", "#0d2d32", "#e26f4a"),
  peat: ink("#f2e9d6", "#d8c6a0", "#a89770", "#776a4c", "#4a4433", "#23221b", "#c75b39"),
  canalGreen: ink("#eff0de", "#cfdcc0", "#94b49c", "#588778", "#2f5c57", "#123236", "#e4b04d"),
  rye: ink("#f9efdc", "#edd2a0", "#d0a466", "#a07038", "#664322", "#2f1f14", "#b43d2a"),
  terracotta: ink("#faeedd", "#f3cfa8", "#dd9a70", "#b9603f", "#7a3a2c", "#37191a", "#f2c14e"),
  lemonSky: ink("#fbf5df", "#f2e39b", "#d6be62", "#9a9a52", "#5d6b42", "#272f27", "#cf5a2e"),
  honey: ink("#fcf2d8", "#f6d68c", "#dfa945", "#a9752a", "#64451f", "#2d2114", "#c4512c"),
  rust: ink("#f3e9df", "#d9c0aa", "#b08d78", "#875848", "#573530", "#28191c", "#d98a2b"),
  atlantic: ink("#eef1ec", "#c3d7dd", "#86adbd", "#477d99", "#20526f", "#0b2a40", "#f0803c"),
  rainViolet: ink("#ecebef", "#c4c6d6", "#949bb8", "#626d92", "#3b4569", "#191f3a", "#d3a24a"),
  northern: ink("#f3f2ee", "#d3dbe3", "#a3b5c6", "#6a839c", "#3a5470", "#17293f", "#e58a4f"),
  granite: ink("#f2efea", "#d6d2cb", "#a9a8a6", "#757b80", "#454f58", "#1d252d", "#c8452f"),
  vermilion: ink("#f8efe0", "#ecd5b5", "#c9a183", "#96625a", "#563a46", "#211c2d", "#cf3f26"),
  bamboo: ink("#f4f2df", "#dde2b8", "#b0c384", "#74975a", "#41683f", "#1a3524", "#d8653b"),
  roast: ink("#f5ebdf", "#dcc3a6", "#b59373", "#82604a", "#4f382d", "#241917", "#cf7c33"),
  indigo: ink("#f1ede2", "#c9c9cf", "#8d97b4", "#566391", "#2e3a69", "#141b3b", "#d9503a"),
} as const satisfies Readonly<Record<string, Ink>>

export type InkName = keyof typeof inks
