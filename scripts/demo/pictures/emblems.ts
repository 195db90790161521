import { cut, disc, line, polygon, shape } from "./brush.ts"
import type { Ink } from "./inks.ts"

/** The sign of each site on 64 by 64 units, drawn in light colours on the dark one of its print. */
export const emblems = {
  anchor: ({ paper, bright }) => disc(32, 15, 5, bright) + line("M32 20V52M20 28H44M14 40q4 14 18 14t18 -14", paper, 5),
  bee: ({ paper, bright }) =>
    polygon(
      [
        [32, 10],
        [51, 21],
        [51, 43],
        [32, 54],
        [13, 43],
        [13, 21],
      ],
      bright,
    ) + line("M22 26H42M20 33H44M24 40H40", paper, 5),
  book: ({ paper, bright }) =>
    shape("M10 16q12 -4 22 4q10 -8 22 -4v30q-12 -4 -22 4q-10 -8 -22 -4Z", paper) + line("M32 20V50", bright, 4),
  clock: ({ paper, bright }) =>
    disc(32, 32, 22, paper) + line("M32 32V18", bright, 5) + line("M32 32L42 38", bright, 5),
  cup: ({ paper, bright }) =>
    shape("M14 24h30q0 26 -11 28h-8q-11 -2 -11 -28Z", paper) +
    line("M45 29q10 0 6 9q-3 5 -10 5", paper, 4) +
    line("M24 18q-4 -4 0 -8M34 18q-4 -4 0 -8", bright, 4),
  drop: ({ paper, bright }) =>
    shape("M32 8C46 26 50 34 50 40A18 18 0 0 1 14 40C14 34 18 26 32 8Z", paper) + line("M24 42q2 7 9 7", bright, 4),
  ear: ({ paper, bright }) =>
    disc(32, 32, 6, bright) +
    line("M42 20a16 16 0 0 1 0 24M22 20a16 16 0 0 0 0 24M50 12a27 27 0 0 1 0 40M14 12a27 27 0 0 0 0 40", paper, 4.5),
  grid: ({ paper, bright }) =>
    [0, 1, 2]
      .flatMap((row) =>
        [0, 1, 2].map((column) =>
          disc(16 + column * 16, 16 + row * 16, 5.5, (row + column) % 3 === 1 ? bright : paper),
        ),
      )
      .join(""),
  leaf: ({ paper, bright }) =>
    shape("M12 50C8 22 28 10 52 12C54 36 40 54 12 50Z", paper) + line("M14 49Q28 34 42 23", bright, 4),
  lighthouse: ({ paper, bright }) =>
    polygon(
      [
        [26, 24],
        [38, 24],
        [43, 54],
        [21, 54],
      ],
      paper,
    ) +
    shape("M24 22h16v-7l-8 -6l-8 6Z", bright) +
    cut([6, 18], [20, 18], 3, bright) +
    cut([44, 18], [58, 18], 3, bright),
  loaf: ({ paper, bright }) =>
    shape("M8 42q0 -22 24 -22t24 22q0 6 -6 6H14q-6 0 -6 -6Z", paper) +
    line("M20 36l6 -9M30 36l6 -9M40 36l6 -9", bright, 4),
  lock: ({ paper, bright }) =>
    polygon(
      [
        [10, 18],
        [31, 25],
        [31, 50],
        [10, 43],
      ],
      paper,
    ) +
    polygon(
      [
        [54, 18],
        [33, 25],
        [33, 50],
        [54, 43],
      ],
      bright,
    ),
  mountain: ({ paper, bright }) =>
    polygon(
      [
        [6, 50],
        [26, 16],
        [38, 36],
        [44, 28],
        [58, 50],
      ],
      paper,
    ) +
    polygon(
      [
        [26, 16],
        [33, 28],
        [26, 32],
        [19, 28],
      ],
      bright,
    ),
  pot: ({ paper, bright }) =>
    shape("M12 28h40v14q0 10 -10 10H22q-10 0 -10 -10Z", paper) + line("M8 26H56", bright, 5) + disc(32, 18, 4, bright),
  reed: ({ paper, bright }) =>
    line("M22 56Q24 36 20 22M34 56V16M44 56Q42 40 48 28", paper, 4) +
    cut([20, 26], [19, 6], 5, bright) +
    cut([34, 22], [34, 4], 5, bright) +
    cut([47, 32], [51, 16], 5, bright),
  roof: ({ paper, bright }) =>
    polygon(
      [
        [8, 34],
        [32, 12],
        [56, 34],
        [50, 34],
        [50, 54],
        [14, 54],
        [14, 34],
      ],
      paper,
    ) +
    polygon(
      [
        [34, 26],
        [26, 40],
        [32, 40],
        [28, 50],
        [40, 36],
        [33, 36],
      ],
      bright,
    ),
  sleepers: ({ paper, bright }) =>
    line("M24 8L14 56M40 8L50 56", paper, 5) + line("M21 18H43M19 30H45M16 42H48", bright, 5),
  star: ({ paper, bright }) =>
    cut([32, 6], [32, 58], 7, paper) +
    cut([6, 32], [58, 32], 7, paper) +
    disc(48, 16, 4, bright) +
    disc(16, 48, 3, bright),
  tank: ({ paper, bright }) =>
    shape("M16 20h32v18H16Z", paper) +
    line("M20 38V54M44 38V54M32 38V54", paper, 4) +
    line("M32 20V8M26 11h12", bright, 4),
  tomato: ({ paper, bright }) =>
    disc(32, 38, 18, paper) + [-14, -7, 0, 7, 14].map((lean) => cut([32, 22], [32 + lean, 12], 3.5, bright)).join(""),
  train: ({ paper, bright }) =>
    shape("M16 14q16 -8 32 0v30q0 6 -6 6H22q-6 0 -6 -6Z", paper) +
    shape("M21 20h22v12H21Z", bright) +
    line("M22 56l-4 4M42 56l4 4", paper, 4),
  wave: ({ paper, bright }) =>
    line("M8 26q8 -10 16 0t16 0t16 0", bright, 5) + line("M8 40q8 -10 16 0t16 0t16 0", paper, 5),
  weave: ({ paper, bright }) =>
    line("M16 10V54M32 10V54M48 10V54", paper, 6) + line("M10 18H22M42 18H54M26 32H38M10 46H22M42 46H54", bright, 7),
  wrench: ({ paper, bright }) =>
    shape("M40 8a14 14 0 0 0 -10 20L10 48l7 8l20 -21a14 14 0 0 0 18 -17l-9 8l-8 -7Z", paper) + disc(16, 49, 3, bright),
} as const satisfies Readonly<Record<string, (ink: Ink) => string>>

export type EmblemName = keyof typeof emblems
