import type { DemoFeed } from "../DemoFeed.ts"

export const lamplightAlmanac: DemoFeed = {
  slug: "lamplight-almanac",
  title: "Lamplight Almanac",
  tagline: "What can be seen in the sky tonight with two eyes and a little patience.",
  about: `No telescope, no forecasts of fate. The Almanac is for people who step outside with the rubbish and look up.
The document that readers subscribe to carries only the first lines; the whole piece waits on its page, like a porch
light.`,
  language: "en-GB",
  timeZone: "Europe/London",
  kind: "article",
  format: "rss",
  carries: "summary",
  foundBy: "link",
  author: "The almanac keeper",
  categories: ["Night sky", "Moon", "Planets", "Almanac"],
  look: { scene: "night", also: ["treeline"], emblem: "star", ink: "blueNight", fileType: "jpeg" },
  pace: "slow",
  articles: [
    {
      key: "five-minutes",
      title: "Give your eyes twenty minutes; they will give you a thousand stars",
      tags: ["Night sky"],
      lead: `The dark is not something you look at, it is something you grow. A short instruction in becoming
nocturnal, for which you already own all the equipment.`,
      text: `
Walk out of a bright kitchen and you will see about thirty stars. Stay, and do nothing. After five
minutes there are two hundred. After twenty, if the moon is down and the neighbours are kind, there are a thousand,
and you have not so much as turned a screw.

What has happened is chemistry. The part of the eye that sees in the dark makes a purple dye, and daylight bleaches
it. It comes back slowly. One glance at a phone and you start again from thirty.

- Choose a spot where no lamp shines straight at you. Behind a shed is classical.
- Sit. People who stand look at the ground.
- To see a faint star, look beside it. The middle of the eye is for reading and is nearly blind at night.
- Red light is forgiven. Wrap the torch in a sweet paper.

> Nobody has ever gone indoors after twenty minutes and said that it was not worth it. Plenty have gone in after ten.

Take a coat, even in July. The sky is outdoors.`,
    },
    {
      key: "earthshine",
      title: "The old moon in the new moon's arms",
      tags: ["Moon"],
      lead: `For three or four evenings after the new moon you can see the part that is not lit. What lights it is us.`,
      text: `
The bright crescent is easy. Now cover it with a chimney or a thumb, and look at the rest. There is a whole round moon
there, the grey of a pigeon, and you can pick out the darker seas.

No sunlight falls on it. What you are seeing left the sun, struck the Earth, bounced off clouds and ice, went up to
the moon, struck that, and came back down to you: a reflection of a reflection, and still bright enough to read by, if
you were a moon dweller with good print.

When there is much cloud over the ocean to our west the glow is stronger, because clouds are white. So on such
evenings you can look at the moon and tell something of the weather where it has not yet got dark.

| Evening after new moon | How to find it |
| 1 | very low, very thin, for experts and sailors |
| 2 and 3 | the best, half an hour after sunset |
| 4 | still there if you hide the crescent |
| 5 | gone, drowned in its own light |

Sailors took it for a sign of storms. It is only a sign that there is a world and that it shines.`,
    },
    {
      key: "satellites",
      title: "How to tell a satellite, an aeroplane and a planet from a wish",
      tags: ["Night sky", "Planets"],
      lead: `A key to moving lights, in the manner of a book about birds. Answer three questions and you will be right
nine times in ten.`,
      text: `
**Does it blink?** Then it is an aeroplane. If it blinks and does not move it is a mast, and it will be there tomorrow.

**Does it glide without blinking, and take some minutes to cross?** A satellite. They are sunlit and have no lamps of
their own, so they often fade out in the middle of the sky: that is the Earth's shadow, and you have just watched
something drive into it.

**Does it stay put and not twinkle?** A planet. A star is a point and the air shakes it. A planet is a tiny disc and
is harder to shake. White and very bright in the west is Venus, cream is Jupiter, and the one the colour of a brick is
Mars.

**Did it cross a third of the sky in one second?** That was a stone the size of a coffee bean. You may wish.

1. Write down the time and the direction.
2. Write down what you wished.
3. Show nobody number two.`,
    },
    {
      key: "orion-hours",
      title: "A clock that hangs over the garden wall",
      tags: ["Night sky", "Almanac"],
      lead: `If you know one constellation and one chimney you can tell the time to a quarter of an hour, all winter,
without taking your hands out of your pockets.`,
      text: `
Pick a bright star and a sharp edge: a chimney, a pole, the corner of the barn. Stand in the same place,
say with your heel on the drain. Note the minute at which the star goes behind the edge. Tomorrow it will do it four
minutes earlier, and the night after that eight.

Four minutes a day is two hours a month. So a star that clears the wall at ten in the evening this week does so at
eight a month from now, and in between you can read it like the hand of a clock.

> The clock is correct. It is the calendar that goes round.

Orion is good for this because even a child can find it and because it has a belt. When the belt stands on end, Orion
has just come up. When it leans like a ladder it is at its highest and due south, and you have a compass as well. When
it lies level, it is about to set, and so should you.

My chimney says that it is time to go in.`,
    },
    {
      key: "dark-street",
      title: "One street switched off its lamps for a month. Here is what the residents wrote down",
      tags: ["Night sky"],
      lead: `Twenty-six households, a notebook on the wall by the post box, and at the end a vote. We copied out the
notebook.`,
      text: `
Night 2. "I walked into my own hedge."

Night 3. "Did anyone else see the fox? He saw me."

Night 5. "My son asked what the smear was. I said a cloud. It was not a cloud, I looked it up. It is the galaxy. I
have lived here for thirty years."

Night 9. "I do not like it. I would like that to be written down as well." _It is._

Night 12. "We put a jam jar with a candle at the step. Now everybody has."

Night 17. "Slept. Properly. Is it this?"

Night 21. "The person who did not like it and I have swapped torches. Hers is much better."

Night 30. The vote was nineteen for, four against, and three who wanted the lamps back, but lower, yellow, and off at
eleven. The three won. It happens more often than you would think that the people in the middle have actually read the
notebook.`,
    },
  ],
  notes: [
    {
      title: "Tonight's easiest planet",
      text: `Go out an hour after sunset and face where the sun went. If there is one light that seems too bright to
be true and does not twinkle, that is it. Say good evening.`,
    },
    {
      title: "The Pleiades as an eye test",
      text: `Most people count six. If you count seven you have good eyes and a good night. If you count eleven you
have been told the answer.`,
    },
    {
      title: "Why the moon looks large when it is low",
      text: `It is not. Look at it upside down between your knees, and it shrinks at once. Do this where you know the
neighbours.`,
    },
    {
      title: "A ring around the moon",
      text: `Ice, five miles up, each crystal a prism. The ring is always the same size, a hand's span and a bit held
out at arm's length. Rain within two days, more often than not.`,
    },
    {
      title: "Star colours for beginners",
      text: `Find Betelgeuse, then find Rigel, in the same figure. One is a coal and the other is a spark. After that
you will never again say that stars are white.`,
    },
    {
      title: "The quiet meteor showers",
      text: `Everybody knows the August one. The small ones have their devotees: six an hour, nobody else on the hill,
and every one of them yours.`,
    },
    {
      title: "How far is that?",
      text: `The light of that star left when your grandmother was at school. The one beside it left before there were
schools. They look like neighbours.`,
    },
    {
      title: "Cloudy again: a use for it",
      text: `Low cloud shows you where the towns are. Turn once around and count the glows. Then find the gap, and
remember it for the next clear night.`,
    },
    {
      title: "A good chair for looking up",
      text: `Deck chair, one notch before flat, with a folded blanket below the neck. We have tested nine. The tenth
broke.`,
    },
    {
      title: "What birds do with the stars",
      text: `They learn, as nestlings, which point the sky turns about. Not the star, the turning. In a planetarium
they were fooled with a false pole, and flew off very confidently.`,
    },
    {
      title: "The shadow that Venus casts",
      text: `On a moonless night when she is at her brightest, hold your hand over snow or a white sheet. It is faint,
it is there, and it is the sharpest shadow you own.`,
    },
    {
      title: "Last light",
      text: `There are three twilights, and only the third is the end of the day. Most people go in after the first.
You have been warned, and invited.`,
    },
  ],
  stream: {
    title: "Sky note, {day}, {a}: {b}",
    a: [
      ["from the porch", "Last night from the porch, {night}."],
      ["from the hill", "Last night from the hill with the bench, {night}."],
      ["between clouds", "Gaps of {2-12} minutes between the clouds, this one at {night}."],
      ["from the back step", "Back step, {night}, kitchen lamp off."],
      ["over the barn", "Looking south over the barn at {night}."],
      ["from a car park", "A car park is as good as anywhere if you stand behind the hedge; {night}."],
      ["through the window", "Too cold to go out, so through the upstairs window, {night}."],
    ],
    b: [
      ["a steady sky", "Stars hardly twinkle, which means that the air is calm to a great height."],
      ["a satellite going out", "It came from the west, took {2-5} minutes and went out like a match."],
      ["the chimney clock agrees", "The star met the chimney within {1-3} minutes of the wall clock."],
      ["counting to a hundred", "We counted {90-240} stars in the square between the gutter and the tree."],
      ["halo weather", "Thin high cloud; {20-30} hours until rain, says the barn, and the barn is usually right."],
      ["one slow meteor", "One, slow, the colour of butter; we both said the same word."],
      ["the dark gap", "The gap between the two towns' glows is {8-25} degrees wide tonight."],
      ["nothing, and owls", "Nothing that we had come for, and {1-3} owls who did not care."],
    ],
    c: [
      "Give it twenty minutes.",
      "Look beside the thing, not at it.",
      "Take the coat.",
      "The whole entry is on the page.",
      "Next clear night, same step.",
    ],
  },
}
