import type { Random } from "../random.ts"
import { box, cut, disc, group, HEIGHT, inside, line, oval, path, polygon, shape, WIDTH } from "./brush.ts"
import type { Ink } from "./inks.ts"

/** A room with a table to set things on: a wall with knife strokes, a window, boards. */
const room = (random: Random, ink: Ink, table: number, wall: string): string => {
  const left = random.next() < 0.5
  const window = left ? random.between(60, 180) : random.between(760, 860)
  return [
    box(0, 0, WIDTH, HEIGHT, wall),
    ...Array.from({ length: 120 }, () => {
      const [x, y] = [random.between(-20, WIDTH), random.between(0, table)]
      return cut([x, y], [x + random.between(12, 36), y + random.between(18, 46)], 1.6, ink.paper, 0.5)
    }),
    box(window - 12, 58, 284, 304, ink.dark),
    box(window, 70, 260, 280, ink.paper),
    inside(
      "pane",
      box(window, 70, 260, 280, ink.paper),
      box(window, 70, 260, 280, ink.sky),
      disc(window + random.between(50, 210), random.between(120, 240), 42, ink.bright),
      shape(path`M${window} 300q80 -70 150 -20t120 -10v90h-280Z`, ink.mid),
    ),
    line(path`M${window + 130} 70v280M${window} 210h260`, ink.dark, 8),
    box(0, table, WIDTH, HEIGHT - table, ink.near),
    box(0, table, WIDTH, 16, ink.dark),
    ...Array.from({ length: 70 }, () => {
      const [x, y] = [random.between(-100, WIDTH), random.between(table + 26, HEIGHT)]
      return cut([x, y], [x + random.between(80, 320), y + random.between(-3, 3)], 2.4, ink.mid, 0.7)
    }),
  ].join("")
}

export const steam = (random: Random, x: number, y: number, width: number, colour: string): string =>
  Array.from({ length: 7 }, (_, index) => {
    const start = x + (index - 3) * (width / 7)
    const [rise, sway] = [random.between(110, 230), random.between(20, 50)]
    return line(
      path`M${start} ${y}c${sway} ${-rise * 0.3} ${-sway} ${-rise * 0.6} ${random.between(-12, 12)} ${-rise}`,
      colour,
      random.between(3, 7),
      0.75,
    )
  }).join("")

/** A heavy pot on the stove. */
export const pot = (random: Random, ink: Ink): string => {
  const x = random.between(440, 760)
  const table = 560
  const vegetables = Array.from({ length: 5 }, (_, index) => {
    const place = index < 2 ? 120 + index * 110 : 900 + (index - 2) * 96
    return Math.abs(place - x) < 250 ? "" : vegetable(random, ink, place, table + 40)
  })
  return [
    room(random, ink, table, ink.far),
    steam(random, x, 300, 260, ink.paper),
    shape(path`M${x - 210} 352h420v150q0 76 -80 84h-260q-80 -8 -80 -84Z`, ink.bright),
    shape(path`M${x - 210} 352h90v234h-10q-80 -8 -80 -84Z`, ink.dark, 0.35),
    ...Array.from({ length: 26 }, (_, stroke) =>
      cut([x - 190 + stroke * 15, 380], [x - 186 + stroke * 15, 380 + random.between(60, 180)], 2.4, ink.dark, 0.5),
    ),
    box(x - 228, 336, 456, 24, ink.dark, 12),
    shape(path`M${x - 216} 336q216 -110 432 0Z`, ink.bright),
    line(path`M${x - 150} 310q150 -60 260 -16`, ink.paper, 5, 0.7),
    disc(x, 272, 20, ink.dark),
    line(path`M${x - 210} 404h-44v60h44M${x + 210} 404h44v60h-44`, ink.dark, 14),
    ...vegetables,
    spoon(ink, x > 600 ? 330 : 860, table + 130),
  ].join("")
}

const vegetable = (random: Random, ink: Ink, x: number, y: number): string => {
  const leaves = [-18, 0, 18].map((lean) => cut([x, y - 46], [x + lean, y - 110], 8, ink.dark)).join("")
  const colour = random.pick([ink.bright, ink.paper, ink.sky])
  return random.next() < 0.5
    ? leaves + disc(x, y, 48, colour) + cut([x - 20, y - 34], [x - 26, y + 30], 5, ink.dark, 0.6)
    : leaves +
        shape(path`M${x - 26} ${y - 46}q26 -14 52 0l-18 120q-8 10 -16 0Z`, colour) +
        [-20, 4, 30].map((at) => line(path`M${x - 16} ${y + at}h18`, ink.dark, 3)).join("")
}

const spoon = (ink: Ink, x: number, y: number): string =>
  `${line(`M${x} ${y}l180 -34`, ink.far, 14)}<ellipse cx="${x - 26}" cy="${y + 6}" rx="42" ry="24" fill="${ink.far}"/>`

/** Loaves on a board, one cut open. */
export const bread = (random: Random, ink: Ink): string => {
  const loaves = Array.from({ length: random.whole(2, 3) }, (_, index) =>
    loaf(random, ink, 250 + index * 330 + random.between(-40, 40), 560 - (index % 2) * 20, random.between(0.85, 1.15)),
  )
  const ears = Array.from({ length: 5 }, (_, index) => ear(ink, 90 + index * 40, 760 - index * 6, -14 + index * 7))
  return [
    room(random, ink, 540, ink.sky),
    box(70, 610, 1060, 46, ink.far, 12),
    box(70, 640, 1060, 16, ink.dark, 8),
    ...loaves,
    ...ears,
  ].join("")
}

const loaf = (random: Random, ink: Ink, x: number, y: number, scale: number): string => {
  const slashes = [-90, -30, 30, 90].map((place) =>
    shape(path`M${place - 24} -60Q${place} -120 ${place + 40} -130Q${place + 22} -90 ${place - 24} -60Z`, ink.paper),
  )
  const flour = Array.from({ length: 40 }, () =>
    disc(random.between(-150, 150), random.between(-140, 20), random.between(1, 3.4), ink.paper, 0.8),
  )
  return group(
    path`translate(${x} ${y}) scale(${scale})`,
    shape("M-190 50C-210 -60 -120 -160 0 -160S210 -60 190 50Q180 70 150 70H-150Q-180 70 -190 50Z", ink.mid),
    shape("M-190 50Q-180 70 -150 70H150Q180 70 190 50C120 76 -120 76 -190 50Z", ink.dark),
    shape("M-176 -10C-160 -100 -90 -150 0 -150C-90 -130 -130 -80 -140 0Z", ink.far),
    ...slashes,
    ...flour,
  )
}

const ear = (ink: Ink, x: number, y: number, lean: number): string =>
  group(
    path`translate(${x} ${y}) rotate(${lean})`,
    line("M0 20V-180", ink.bright, 5),
    ...Array.from(
      { length: 7 },
      (_, grain) =>
        cut([0, -80 - grain * 18], [16, -104 - grain * 18], 7, ink.bright) +
        cut([0, -80 - grain * 18], [-16, -104 - grain * 18], 7, ink.bright),
    ),
  )

/** A cup, a dripper or a pot, and what lies beside them. */
export const cup = (random: Random, ink: Ink): string => {
  const x = random.between(380, 720)
  const saucer = oval(x, 640, 250, 46, ink.paper) + oval(x, 634, 150, 24, ink.far)
  const beans = Array.from({ length: 18 }, () => {
    const [across, down, turn] = [random.between(60, 1140), random.between(690, 780), random.between(0, 180)]
    return group(
      path`translate(${across} ${down}) rotate(${turn})`,
      path`<ellipse rx="16" ry="10" fill="${ink.dark}"/>`,
      line("M-12 0q12 -6 24 0", ink.far, 2.5),
    )
  })
  return [
    room(random, ink, 540, ink.sky),
    steam(random, x, 350, 170, ink.paper),
    x < 560 ? dripper(ink, 960) : dripper(ink, 180),
    saucer,
    line(path`M${x + 140} 430c110 -30 120 130 -20 120`, ink.bright, 24),
    shape(path`M${x - 160} 380h320q-4 210 -110 250h-100q-106 -40 -110 -250Z`, ink.bright),
    shape(path`M${x - 160} 380h70q0 190 60 250h-20q-106 -40 -110 -250Z`, ink.paper, 0.3),
    oval(x, 382, 160, 34, ink.paper),
    oval(x, 388, 142, 26, ink.dark),
    line(path`M${x - 60} 386q60 18 110 -4`, ink.far, 5),
    ...beans,
  ].join("")
}

const dripper = (ink: Ink, x: number): string =>
  [
    polygon(
      [
        [x - 110, 330],
        [x + 110, 330],
        [x + 34, 440],
        [x - 34, 440],
      ],
      ink.mid,
    ),
    polygon(
      [
        [x - 96, 306],
        [x + 96, 306],
        [x + 80, 336],
        [x - 80, 336],
      ],
      ink.paper,
    ),
    box(x - 120, 436, 240, 12, ink.dark, 6),
    shape(path`M${x - 80} 448h160l30 130q0 20 -20 20h-180q-20 0 -20 -20Z`, ink.far),
    shape(path`M${x - 101} 540h202l9 38q0 20 -20 20h-180q-20 0 -20 -20Z`, ink.dark),
  ].join("")

/** Shelves of books, some leaning, a lamp, a sleeping cat now and then. */
export const books = (random: Random, ink: Ink): string => {
  const rows = [0, 1, 2].map((row) => {
    const foot = 250 + row * 240
    const parts: Array<string> = [box(0, foot, WIDTH, 22, ink.dark)]
    for (let x = random.between(16, 60); x < WIDTH - 60; ) {
      const [width, height] = [random.between(22, 58), random.between(120, 196)]
      const colour = random.pick([ink.bright, ink.mid, ink.far, ink.paper, ink.sky, ink.near])
      parts.push(
        group(
          random.next() < 0.1 ? path`rotate(8 ${x} ${foot})` : "rotate(0)",
          spine(ink, x, foot, width, height, colour),
        ),
      )
      x += width + (random.next() < 0.09 ? random.between(60, 150) : 3)
    }
    return parts.join("")
  })
  return [
    box(0, 0, WIDTH, HEIGHT, ink.near),
    ...rows,
    box(0, 752, WIDTH, 50, ink.dark),
    random.next() < 0.5 ? cat(ink, random.between(180, 860)) : lamp(ink, random.between(180, 900)),
  ].join("")
}

const spine = (ink: Ink, x: number, foot: number, width: number, height: number, colour: string): string =>
  [
    box(x, foot - height, width, height, colour, 3),
    box(x + width * 0.2, foot - height + 18, width * 0.6, 6, ink.dark),
    box(x + width * 0.2, foot - height + 32, width * 0.6, 3, ink.dark),
    line(path`M${x + width * 0.5} ${foot - height * 0.6}v${height * 0.3}`, ink.dark, width * 0.14, 0.55),
    cut([x + 4, foot - height + 6], [x + 4, foot - 8], 2, ink.paper, 0.6),
  ].join("")

const cat = (ink: Ink, x: number): string =>
  shape(
    path`M${x} 730c-10 -90 90 -120 170 -96c20 -40 60 -44 74 -34l4 -28l22 22l30 -6l-6 32` +
      "c30 30 10 70 -20 76c10 30 4 36 -10 36h-224c-40 10 -40 -10 -40 -2Z",
    ink.dark,
  ) +
  line(path`M${x + 10} 728c-50 10 -80 -30 -50 -60`, ink.dark, 18) +
  line(path`M${x + 232} 652q10 8 20 0m14 0q10 8 20 0`, ink.bright, 4)

const lamp = (ink: Ink, x: number): string =>
  [
    shape(path`M${x - 200} 730L${x - 40} 560h80l160 170Z`, ink.bright, 0.25),
    line(path`M${x} 740V560`, ink.dark, 10),
    polygon(
      [
        [x - 60, 580],
        [x - 30, 510],
        [x + 30, 510],
        [x + 60, 580],
      ],
      ink.bright,
    ),
    box(x - 50, 730, 100, 16, ink.dark, 8),
  ].join("")

/** A workbench: a wall of tools, a vice, and something taken apart. */
export const workbench = (random: Random, ink: Ink): string => {
  const tools = Array.from({ length: 9 }, (_, index) =>
    group(path`translate(${90 + index * 128} ${random.between(90, 120)})`, tool(random, ink, index)),
  )
  const parts = Array.from({ length: 12 }, () => {
    const [x, y, radius] = [random.between(420, 1120), random.between(620, 760), random.between(12, 38)]
    return (
      disc(x, y, radius, ink.bright) +
      disc(x, y, radius * 0.45, ink.near) +
      Array.from({ length: 8 }, (_, tooth) =>
        box(x - 4 + Math.cos(tooth * 0.785) * radius, y - 4 + Math.sin(tooth * 0.785) * radius, 8, 8, ink.bright),
      ).join("")
    )
  })
  return [
    box(0, 0, WIDTH, HEIGHT, ink.sky),
    ...Array.from({ length: 160 }, (_, hole) =>
      disc(40 + (hole % 20) * 60, 50 + Math.floor(hole / 20) * 58, 3.5, ink.far),
    ),
    ...tools,
    box(0, 540, WIDTH, 260, ink.mid),
    box(0, 540, WIDTH, 18, ink.dark),
    ...Array.from({ length: 60 }, () => {
      const [x, y] = [random.between(-50, WIDTH), random.between(570, HEIGHT)]
      return cut([x, y], [x + random.between(90, 300), y], 2.4, ink.near, 0.7)
    }),
    shape("M90 560v-60h60v-80h170v30h70v50h-70v60Z", ink.dark),
    box(200, 396, 20, 110, ink.near),
    line("M330 476h130M450 440v72", ink.dark, 14),
    ...parts,
  ].join("")
}

const tool = (random: Random, ink: Ink, index: number): string => {
  const grip = index % 2 ? ink.bright : ink.near
  const tilt = random.between(-6, 6)
  const kinds = [
    box(-10, 0, 20, 190, grip, 8) + box(-50, -10, 100, 46, ink.dark, 6),
    box(-7, 0, 14, 120, ink.dark) + box(-16, 110, 32, 110, grip, 12),
    shape("M-12 60L-30 0l20 16h20l20 -16l-18 60v150q-12 14 -24 0Z", ink.dark),
    polygon(
      [
        [-20, 30],
        [20, 30],
        [56, 250],
        [20, 250],
      ],
      ink.paper,
    ) + box(-30, -20, 60, 56, grip, 16),
    line("M-26 0L14 120L-20 230M26 0L-14 120L20 230", grip, 15) + disc(0, 118, 14, ink.dark),
  ]
  return group(path`rotate(${tilt})`, disc(0, -18, 6, ink.dark), kinds[index % kinds.length] ?? "")
}

/** Hands' work: a woven basket and balls of cane before a wall of slats. */
export const basket = (random: Random, ink: Ink): string => {
  const x = random.between(420, 780)
  const weave = Array.from({ length: 9 }, (_, row) =>
    Array.from({ length: 16 }, (_, cell) => {
      const width = 250 - row * 9
      const [left, top] = [x - width + (cell * width * 2) / 16, 360 + row * 27]
      return cut(
        [left, top + ((cell + row) % 2) * 9],
        [left + (width * 2) / 16 + 8, top + ((cell + row) % 2) * 9],
        11,
        (cell + row) % 2 ? ink.bright : ink.sky,
      )
    }).join(""),
  )
  const canes = Array.from({ length: 15 }, (_, cane) =>
    line(
      path`M${x - 220 + cane * 31} 360q${random.between(-30, 30)} -80 ${(cane - 7) * 14} ${random.between(-210, -120)}`,
      ink.dark,
      5,
    ),
  )
  const balls = [150, 1010, 1090]
    .filter((place) => Math.abs(place - x) > 280)
    .map((place, index) => ball(random, ink, place, 640 + index * 26, 66 - index * 8))
  return [
    room(random, ink, 570, ink.far),
    ...canes,
    shape(path`M${x - 254} 350h508l-76 256h-356Z`, ink.dark),
    ...weave,
    box(x - 264, 338, 528, 24, ink.bright, 12),
    ...balls,
  ].join("")
}

const ball = (random: Random, ink: Ink, x: number, y: number, radius: number): string =>
  disc(x, y, radius, ink.bright) +
  Array.from(
    { length: 9 },
    () =>
      path`<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${random.between(6, radius)}" fill="none" ` +
      path`stroke="${ink.dark}" stroke-width="3" transform="rotate(${random.between(0, 180)} ${x} ${y})"/>`,
  ).join("")
