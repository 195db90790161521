import type { Random } from "../random.ts"
import {
  box,
  cut,
  disc,
  group,
  HEIGHT,
  land,
  line,
  path,
  polygon,
  raysAround,
  ridge,
  shape,
  sky,
  skyCuts,
  slopeCuts,
  WIDTH,
  waterCuts,
} from "./brush.ts"
import type { Ink } from "./inks.ts"

/** A fishing harbour at first light: sun, far hills, a quay with sheds, boats and their reflections. */
export const harbour = (random: Random, ink: Ink): string => {
  const horizon = random.between(330, 400)
  const sun = random.between(200, 1000)
  const hills = ridge(random, horizon - 30, 45)
  const boats = Array.from({ length: random.whole(2, 4) }, (_, index) => {
    const scale = random.between(0.7, 1.5)
    return group(
      path`translate(${random.between(150, 330) + index * 260} ${horizon + 90 + index * random.between(40, 95)})` +
        path` scale(${scale})`,
      boat(random, ink),
    )
  })
  return [
    sky(ink.sky),
    skyCuts(random, 40, horizon, ink.paper),
    disc(sun, horizon - random.between(60, 160), random.between(50, 90), ink.bright),
    land(hills, ink.far),
    slopeCuts(random, hills, ink.mid, { count: 60, depth: 40, length: 40 }),
    box(0, horizon, WIDTH, HEIGHT - horizon, ink.mid),
    cut([sun - 60, horizon + 14], [sun + 60, horizon + 14], 8, ink.bright, 0.8),
    cut([sun - 40, horizon + 40], [sun + 50, horizon + 42], 8, ink.bright, 0.7),
    cut([sun - 20, horizon + 72], [sun + 26, horizon + 70], 8, ink.bright, 0.6),
    waterCuts(random, horizon + 4, HEIGHT, ink.paper, { count: 120, opacity: 0.5 }),
    waterCuts(random, horizon + 20, HEIGHT, ink.near, { count: 150 }),
    quay(random, ink, horizon),
    ...boats,
  ].join("")
}

const quay = (random: Random, ink: Ink, horizon: number): string => {
  const left = random.next() < 0.5
  const sheds = Array.from({ length: 5 }, (_, index) => {
    const [x, width, height] = [index * 92, random.between(64, 88), random.between(60, 120)]
    const roof: ReadonlyArray<readonly [number, number]> = [
      [x, -height],
      [x + width / 2, -height - 36],
      [x + width, -height],
    ]
    return [
      box(x, -height, width, height, index % 2 ? ink.near : ink.dark),
      polygon(roof, index % 3 ? ink.dark : ink.bright),
      box(x + width * 0.38, -height * 0.55, width * 0.22, height * 0.28, ink.paper),
    ].join("")
  })
  const wall = [
    box(-60, 0, 560, 40, ink.dark),
    ...Array.from({ length: 14 }, (_, post) => box(post * 38 - 40, 36, 7, 46, ink.dark)),
  ]
  const turn = left ? `translate(40 ${horizon + 26})` : `translate(${WIDTH - 40} ${horizon + 26}) scale(-1 1)`
  return group(turn, ...sheds, ...wall)
}

const boat = (random: Random, ink: Ink): string => {
  const sail = random.next() < 0.45
  const rig = sail
    ? polygon(
        [
          [6, -24],
          [6, -170],
          [92, -30],
        ],
        ink.paper,
      ) +
      polygon(
        [
          [-4, -28],
          [-4, -140],
          [-60, -30],
        ],
        ink.far,
      )
    : box(-44, -64, 58, 42, ink.paper, 4) +
      box(-34, -54, 14, 14, ink.dark) +
      box(-10, -54, 14, 14, ink.dark) +
      line("M40 -22V-110L92 -30", ink.dark, 4)
  return [
    cut([-110, 30], [120, 30], 16, ink.dark, 0.5),
    cut([-80, 48], [90, 48], 10, ink.dark, 0.35),
    rig,
    line("M0 -22V-176", ink.dark, 4),
    shape("M-112 -24C-60 -14 60 -14 122 -34C112 4 96 24 84 26H-84C-98 14 -108 -4 -112 -24Z", ink.dark),
    line("M-104 -8C-50 2 50 2 112 -14", ink.bright, 5),
  ].join("")
}

/** Low tide: sand ribs, pools that hold the sky, a few boats leaning, gulls. */
export const tide = (random: Random, ink: Ink): string => {
  const horizon = random.between(280, 340)
  const pools = Array.from({ length: 9 }, (_, index) => {
    const y = horizon + 70 + index * 48
    const width = 120 + index * 40 * random.between(0.6, 1.2)
    const x = random.between(-60, WIDTH - 120)
    return shape(
      path`M${x} ${y}Q${x + width * 0.4} ${y - 22} ${x + width} ${y}Q${x + width * 0.6} ${y + 26} ${x} ${y}Z`,
      ink.sky,
    )
  })
  const leaning = Array.from({ length: random.whole(1, 3) }, (_, index) =>
    group(
      path`translate(${random.between(150, 380) + index * 340} ${random.between(horizon + 110, 640)}) ` +
        path`rotate(${random.pick([-16, -11, 12, 15])}) scale(${random.between(0.8, 1.4)})`,
      boat(random, ink),
    ),
  )
  return [
    sky(ink.sky),
    skyCuts(random, 20, horizon - 20, ink.paper, 60),
    disc(random.between(150, 1050), random.between(90, 180), random.between(40, 64), ink.paper),
    gulls(random, ink.dark),
    box(0, horizon - 26, WIDTH, 60, ink.mid),
    waterCuts(random, horizon - 24, horizon + 30, ink.paper, { count: 60 }),
    shape(
      path`M0 ${horizon + 34}Q400 ${horizon + random.between(0, 50)} ${WIDTH} ${horizon + 26}V${HEIGHT}H0Z`,
      ink.far,
    ),
    waterCuts(random, horizon + 50, HEIGHT, ink.near, { count: 150, opacity: 0.35 }),
    waterCuts(random, horizon + 50, HEIGHT, ink.paper, { count: 120, opacity: 0.6 }),
    ...pools,
    ...leaning,
  ].join("")
}

export const gulls = (random: Random, colour: string): string =>
  Array.from({ length: random.whole(4, 9) }, () => {
    const [x, y, span] = [random.between(80, 1120), random.between(60, 270), random.between(10, 26)]
    return line(
      path`M${x - span} ${y}Q${x - span / 2} ${y - span * 0.7} ${x} ${y}` +
        path`Q${x + span / 2} ${y - span * 0.7} ${x + span} ${y}`,
      colour,
      span / 6,
    )
  }).join("")

/** Skerries and a lighthouse under a wide sky. */
export const island = (random: Random, ink: Ink): string => {
  const horizon = random.between(430, 500)
  const lamp = random.between(280, 920)
  const rocks = Array.from({ length: 7 }, (_, index) => {
    const [x, y, width] = [random.between(-80, WIDTH), horizon + index * 42, random.between(120, 340)]
    const rise = random.between(16, 60)
    return (
      shape(
        path`M${x} ${y}C${x + width * 0.2} ${y - rise} ${x + width * 0.7} ${y - rise * 1.2} ${x + width} ${y}Z`,
        index % 2 ? ink.near : ink.dark,
      ) + cut([x + width * 0.2, y - rise * 0.4], [x + width * 0.6, y - rise * 0.7], 4, ink.far, 0.8)
    )
  })
  return [
    sky(ink.sky),
    raysAround(random, lamp, horizon - 250, 60, 420, ink.paper),
    skyCuts(random, 30, horizon - 120, ink.far, 24),
    gulls(random, ink.dark),
    box(0, horizon, WIDTH, HEIGHT - horizon, ink.mid),
    waterCuts(random, horizon + 4, HEIGHT, ink.paper, { count: 130, opacity: 0.6 }),
    waterCuts(random, horizon + 10, HEIGHT, ink.near),
    shape(
      path`M${lamp - 240} ${horizon + 14}C${lamp - 120} ${horizon - 70} ${lamp + 110} ${horizon - 84}` +
        path` ${lamp + 260} ${horizon + 14}Z`,
      ink.dark,
    ),
    polygon(
      [
        [lamp - 30, horizon - 52],
        [lamp - 20, horizon - 230],
        [lamp + 20, horizon - 230],
        [lamp + 30, horizon - 52],
      ],
      ink.paper,
    ),
    polygon(
      [
        [lamp - 25, horizon - 130],
        [lamp - 22, horizon - 180],
        [lamp + 22, horizon - 180],
        [lamp + 25, horizon - 130],
      ],
      ink.bright,
    ),
    box(lamp - 16, horizon - 266, 32, 36, ink.bright),
    polygon(
      [
        [lamp - 24, horizon - 266],
        [lamp, horizon - 292],
        [lamp + 24, horizon - 266],
      ],
      ink.dark,
    ),
    box(lamp + 60, horizon - 92, 80, 40, ink.bright),
    polygon(
      [
        [lamp + 52, horizon - 92],
        [lamp + 100, horizon - 122],
        [lamp + 148, horizon - 92],
      ],
      ink.dark,
    ),
    ...rocks,
  ].join("")
}

/** A canal between poplars, with a lock gate and its footbridge. */
export const canal = (random: Random, ink: Ink): string => {
  const horizon = random.between(330, 380)
  const far = ridge(random, horizon - 10, 26)
  const vanish = random.between(480, 720)
  const poplars = Array.from({ length: 14 }, (_, index) => {
    const depth = (index + 1) / 14
    const side = index % 2 ? 1 : -1
    const x = vanish + side * (60 + depth ** 2 * 620)
    const height = 60 + depth ** 1.7 * 380
    const y = horizon + 12 + depth ** 2 * 150
    return shape(
      path`M${x} ${y}C${x - height * 0.13} ${y - height * 0.3} ${x - height * 0.07} ${y - height * 0.85} ${x} ${y - height}` +
        path`C${x + height * 0.08} ${y - height * 0.8} ${x + height * 0.12} ${y - height * 0.3} ${x} ${y}Z`,
      index % 3 ? ink.near : ink.dark,
    )
  })
  const gate = horizon + random.between(110, 150)
  return [
    sky(ink.sky),
    skyCuts(random, 30, horizon - 40, ink.paper),
    disc(vanish + random.between(-260, 260), random.between(110, 200), random.between(38, 60), ink.bright),
    land(far, ink.far),
    box(0, horizon + 8, WIDTH, HEIGHT, ink.mid),
    ...poplars,
    slopeCuts(
      random,
      [
        [0, horizon + 60],
        [WIDTH, horizon + 60],
      ],
      ink.near,
      { count: 130, depth: 380, lean: 0.1 },
    ),
    polygon(
      [
        [vanish - 26, horizon + 8],
        [vanish + 26, horizon + 8],
        [vanish + 460, HEIGHT],
        [vanish - 460, HEIGHT],
      ],
      ink.sky,
    ),
    waterCuts(random, horizon + 160, HEIGHT, ink.near, { count: 60, opacity: 0.35 }),
    waterCuts(random, horizon + 30, HEIGHT, ink.paper, { count: 70 }),
    polygon(
      [
        [vanish - 178, gate],
        [vanish, gate - 22],
        [vanish, gate + 84],
        [vanish - 178, gate + 96],
      ],
      ink.dark,
    ),
    polygon(
      [
        [vanish + 178, gate],
        [vanish, gate - 22],
        [vanish, gate + 84],
        [vanish + 178, gate + 96],
      ],
      ink.near,
    ),
    ...[0, 1, 2].map((rail) =>
      line(
        path`M${vanish - 178} ${gate + 22 + rail * 26}L${vanish} ${gate + rail * 26}` +
          path`L${vanish + 178} ${gate + 22 + rail * 26}`,
        ink.bright,
        4,
      ),
    ),
    box(vanish - 230, gate - 20, 460, 10, ink.dark),
    ...[-210, -120, -40, 40, 120, 200].map((post) => box(vanish + post, gate - 58, 6, 42, ink.dark)),
    box(vanish - 230, gate - 62, 460, 6, ink.dark),
  ].join("")
}
