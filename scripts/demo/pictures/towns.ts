import type { Random } from "../random.ts"
import {
  box,
  cut,
  disc,
  group,
  HEIGHT,
  land,
  line,
  oval,
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
import { stars } from "./lands.ts"
import { gulls } from "./waters.ts"

/** A village of steep roofs, many with panels, under hills and one line of wire. */
export const roofs = (random: Random, ink: Ink): string => {
  const dusk = random.next() < 0.4
  const hills = ridge(random, 330, 90)
  const rows = [0, 1, 2].flatMap((row) =>
    Array.from({ length: 8 - row }, (_, place) => {
      const scale = 0.62 + row * 0.28
      const x = place * 190 * scale * 1.28 + random.between(-30, 30) - 60
      return group(path`translate(${x} ${430 + row * 130}) scale(${scale})`, house(random, ink, row, dusk))
    }),
  )
  return [
    sky(dusk ? ink.far : ink.sky),
    dusk ? stars(random, ink.paper, 260, 70) : skyCuts(random, 30, 250, ink.paper),
    dusk ? "" : raysAround(random, 220, 130, 80, 300, ink.paper),
    disc(dusk ? 960 : 220, 130, dusk ? 40 : 64, ink.bright),
    land(hills, ink.mid),
    slopeCuts(random, hills, ink.near, { count: 150, depth: 130 }),
    box(0, 420, WIDTH, HEIGHT, ink.near),
    ...rows.slice(0, 8),
    ...[120, 560, 1000].map((x) =>
      line(path`M${x} 640V330M${x - 34} 356H${x + 34}M${x - 24} 380H${x + 24}`, ink.dark, 6),
    ),
    line("M-40 350Q60 400 120 356Q340 420 560 356Q780 420 1000 356Q1130 400 1260 350", ink.dark, 2.5),
    ...rows.slice(8),
  ].join("")
}

const house = (random: Random, ink: Ink, row: number, dusk: boolean): string => {
  const [width, height, rise] = [random.between(150, 200), random.between(90, 140), random.between(80, 120)]
  const wall = [ink.far, ink.sky, ink.paper][row] ?? ink.paper
  const glow = dusk ? ink.bright : ink.near
  const panels =
    random.next() < 0.55
      ? Array.from({ length: 8 }, (_, cell) => {
          const [across, down] = [cell % 4, Math.floor(cell / 4)]
          const [x, y] = [width * 0.3 + across * 26 - down * 12 + 14, -height - rise + 22 + down * 30]
          return polygon(
            [
              [x, y],
              [x + 22, y],
              [x + 12, y + 26],
              [x - 10, y + 26],
            ],
            ink.sky,
          )
        })
      : []
  return [
    box(0, -height, width, height + 160, wall),
    polygon(
      [
        [-16, -height],
        [width * 0.3, -height - rise],
        [width * 0.92, -height - rise],
        [width + 16, -height],
      ],
      row % 2 ? ink.bright : ink.dark,
    ),
    ...panels,
    box(width * 0.74, -height - rise - 34, 22, 44, ink.dark),
    ...[0.16, 0.62].map((place) => box(width * place, -height + 26, 30, 38, random.next() < 0.7 ? glow : ink.dark)),
    line(path`M${width * 0.16 + 15} ${-height + 26}v38`, ink.dark, 3),
    box(width * 0.42, -50, 30, 60, ink.dark),
  ].join("")
}

/** Flat roofs in evening light: water tanks, antennas, washing, plants, swifts. */
export const azoteas = (random: Random, ink: Ink): string => {
  const back = Array.from({ length: 9 }, (_, index) =>
    block(random, ink, index * 150 - 40, random.between(330, 440), 150, ink.far, 0.5),
  )
  const front = Array.from({ length: 6 }, (_, index) =>
    block(random, ink, index * 230 - 60, random.between(470, 590), 226, index % 2 ? ink.mid : ink.near, 1),
  )
  return [
    sky(ink.sky),
    raysAround(random, 600, 420, 120, 560, ink.paper),
    disc(random.between(200, 1000), random.between(220, 330), random.between(60, 96), ink.bright),
    skyCuts(random, 30, 260, ink.paper, 30),
    gulls(random, ink.dark),
    ...back,
    washing(random, ink),
    ...front,
  ].join("")
}

const block = (
  random: Random,
  ink: Ink,
  x: number,
  top: number,
  width: number,
  colour: string,
  detail: number,
): string => {
  const windows = Array.from({ length: 12 }, (_, cell) =>
    box(
      x + 22 + (cell % 3) * (width / 3.2),
      top + 50 + Math.floor(cell / 3) * 74,
      width * 0.13,
      36,
      random.next() < 0.3 ? ink.bright : ink.dark,
    ),
  )
  const place = x + random.between(20, width * 0.6)
  const things = [
    () =>
      box(place, top - 54, 56, 38, ink.dark, 6) +
      line(path`M${place + 8} ${top}v-18M${place + 48} ${top}v-18`, ink.dark, 5),
    () => line(path`M${place} ${top}v-110m-34 14h68m-56 18h44`, ink.dark, 4),
    () =>
      shape(path`M${place} ${top}l8 -34h30l8 34Z`, ink.bright) +
      [-24, -8, 8, 24].map((lean) => cut([place + 22, top - 34], [place + 22 + lean, top - 92], 7, ink.dark)).join(""),
    () =>
      polygon(
        [
          [place, top],
          [place, top - 60],
          [place + 60, top - 84],
          [place + 60, top],
        ],
        ink.dark,
      ) + box(place + 16, top - 42, 20, 42, ink.bright),
  ]
  return [
    box(x, top, width + 2, HEIGHT - top, colour),
    box(x - 5, top - 8, width + 10, 14, ink.dark),
    ...(detail > 0.5 ? windows : windows.slice(0, 6)),
    random.pick([things[0], things[1], things[2], things[3]])?.() ?? "",
  ].join("")
}

const washing = (random: Random, ink: Ink): string => {
  const cloths = Array.from({ length: 11 }, (_, index) => {
    const [x, length] = [180 + index * 78, random.between(50, 110)]
    const sag = 425 + Math.sin((index / 10) * Math.PI) * 26
    const colour = random.pick([ink.paper, ink.bright, ink.sky, ink.paper])
    return shape(path`M${x} ${sag}h50l${random.between(-6, 14)} ${length}q-26 8 -52 0Z`, colour)
  })
  return [line("M130 470V400Q600 470 1070 400V480", ink.dark, 4), ...cloths].join("")
}

/** A riverside lane: a lit shop front between dark houses, its light on wet stone and water. */
export const lane = (random: Random, ink: Ink): string => {
  const shop = random.between(330, 640)
  const ground = random.between(540, 580)
  const houses = Array.from({ length: 7 }, (_, index) => {
    const [x, top] = [index * 190 - 60, random.between(150, 300)]
    return [
      box(x, top, 188, ground - top, index % 2 ? ink.near : ink.mid),
      shape(path`M${x - 18} ${top}Q${x + 94} ${top - 70} ${x + 206} ${top}l10 16h-236Z`, ink.dark),
      ...Array.from({ length: 4 }, (_, cell) =>
        box(
          x + 34 + (cell % 2) * 74,
          top + 50 + Math.floor(cell / 2) * 90,
          40,
          54,
          random.next() < 0.35 ? ink.bright : ink.dark,
        ),
      ),
    ].join("")
  })
  const shelves = Array.from({ length: 3 }, (_, row) =>
    Array.from({ length: 15 }, (_, book) => {
      const height = random.between(26, 44)
      return box(
        shop + 24 + book * 13,
        ground - 158 + row * 54 - height + 40,
        random.between(7, 11),
        height,
        random.pick([ink.dark, ink.near, ink.paper, ink.mid]),
      )
    }).join(""),
  )
  const lanterns = [shop - 40, shop + 300].map(
    (x) => line(path`M${x} ${ground - 300}v50`, ink.dark, 3) + oval(x, ground - 222, 22, 30, ink.bright),
  )
  return [
    sky(ink.sky),
    skyCuts(random, 20, 200, ink.paper, 40),
    disc(random.between(700, 1100), random.between(80, 130), 40, ink.bright),
    ...houses,
    box(shop - 20, ground - 270, 340, 270, ink.dark),
    box(shop, ground - 196, 230, 150, ink.bright),
    ...shelves,
    box(shop + 244, ground - 196, 60, 196, ink.bright),
    box(shop - 20, ground - 270, 340, 50, ink.paper),
    ...lanterns,
    box(0, ground, WIDTH, 30, ink.dark),
    box(0, ground + 30, WIDTH, HEIGHT, ink.near),
    ...Array.from({ length: 18 }, () => {
      const [x, y] = [random.between(shop - 20, shop + 320), random.between(ground + 40, HEIGHT - 20)]
      return cut([x - 40, y], [x + 40, y + 2], 4, ink.bright, 0.8)
    }),
    waterCuts(random, ground + 36, HEIGHT, ink.far, { count: 120, opacity: 0.6 }),
    willow(random, ink),
  ].join("")
}

const willow = (random: Random, ink: Ink): string =>
  Array.from({ length: 26 }, () => {
    const [x, length] = [random.between(930, 1230), random.between(180, 480)]
    return cut([x, -20], [x + random.between(-30, 20), length], 5, ink.dark)
  }).join("")

/** A station waiting room: clock, bench, tall window with rain or stars. */
export const waitingRoom = (random: Random, ink: Ink): string => {
  const window = random.between(120, 620)
  const hour = random.between(0, Math.PI * 2)
  const clock = window > 400 ? 220 : 930
  const panes = Array.from({ length: 8 }, (_, pane) =>
    box(window + (pane % 4) * 108, 90 + Math.floor(pane / 4) * 190, 100, 182, ink.near),
  )
  const weather = Array.from({ length: 60 }, () => {
    const [x, y] = [random.between(window + 4, window + 420), random.between(95, 440)]
    return cut([x, y], [x - 6, y + random.between(14, 40)], 1.6, ink.paper, 0.8)
  })
  const slats = Array.from({ length: 4 }, (_, slat) =>
    box(170, 520 + slat * 26, 860, 16, slat % 2 ? ink.mid : ink.dark, 4),
  )
  const floor = Array.from({ length: 13 }, (_, tile) =>
    polygon(
      [
        [tile * 110 - 60, 690],
        [tile * 110, 690],
        [tile * 150 - 240, HEIGHT],
        [tile * 150 - 330, HEIGHT],
      ],
      ink.mid,
    ),
  )
  return [
    sky(ink.far),
    ...Array.from({ length: 70 }, () => {
      const [x, y] = [random.between(0, WIDTH), random.between(0, 520)]
      return cut([x, y], [x + random.between(20, 70), y], 1.4, ink.sky, 0.6)
    }),
    box(window - 14, 76, 452, 412, ink.dark),
    ...panes,
    disc(window + 330, 160, 30, ink.bright),
    ...weather,
    box(0, 500, WIDTH, 190, ink.mid),
    box(0, 496, WIDTH, 8, ink.dark),
    box(0, 690, WIDTH, HEIGHT, ink.sky),
    ...floor,
    disc(clock, 220, 92, ink.dark),
    disc(clock, 220, 80, ink.paper),
    ...Array.from({ length: 12 }, (_, mark) => {
      const [across, down] = [Math.sin((mark * Math.PI) / 6), -Math.cos((mark * Math.PI) / 6)]
      return line(
        path`M${clock + across * 64} ${220 + down * 64}L${clock + across * 72} ${220 + down * 72}`,
        ink.dark,
        5,
      )
    }),
    line(path`M${clock} 220L${clock + Math.sin(hour) * 40} ${220 - Math.cos(hour) * 40}`, ink.dark, 7),
    line(path`M${clock} 220L${clock + Math.sin(hour * 12) * 60} ${220 - Math.cos(hour * 12) * 60}`, ink.bright, 5),
    ...slats,
    box(160, 620, 880, 20, ink.dark, 5),
    ...[220, 600, 970].map((x) => box(x, 636, 14, 76, ink.dark)),
    box(random.between(260, 800), 560, 120, 62, ink.bright, 10),
  ].join("")
}
