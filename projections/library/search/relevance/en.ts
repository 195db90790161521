import type { RelevanceCase } from "./RelevanceCase.ts"

export const en: RelevanceCase = {
  language: "en",
  items: {
    ferry: [
      "Night ferries return to the harbour",
      "After two winters without boats, the night ferry sails again between Calder Quay and the islands.",
    ],
    strike: [
      "Ferry crews vote to strike",
      "Deckhands want a night rate; the company says that talks are still running.",
    ],
    lighthouse: [
      "The last keeper of Skerry lighthouse",
      "Ada Morrow climbed 212 steps every evening until the lamp was automated.",
    ],
    sourdough: [
      "Sourdough without a schedule",
      "How a cold oven, a warm cupboard and patience bake better bread than any timetable.",
    ],
    tomatoes: [
      "Growing tomatoes on a north-facing balcony",
      "Early varieties, a mirror and less water: what worked for three city gardeners.",
    ],
    council: [
      "City council votes to close Mill Street to cars",
      "Decided by a single ballot; cyclists and shopkeepers disagree about what comes next.",
    ],
    cycling: [
      "Why winter cycling is safer than it looks",
      "Studded tyres, lights and slower streets: the numbers from six northern towns.",
    ],
    comet: ["A comet you can see without a telescope", "Look west after sunset this week; the tail is faint but long."],
    pirates: [
      "Pirate radio comes ashore",
      "The station that broadcast from a rusting ship now has a licence, a studio and a mortgage.",
    ],
    sleep: [
      "What night shifts do to the heart",
      "A study of 4,000 nurses finds that regular sleep matters more than its length.",
      "Health",
    ],
    vaccine: [
      "Measles vaccination rates fall again",
      "Doctors blame distance rather than doubt: the nearest clinic is often an hour away.",
      "Health",
    ],
    memory: [
      "Memory bugs in C++ and how compilers find them",
      "Sanitisers catch in minutes what reviewers miss for years.",
    ],
    bees: ["Bees on the roof of the opera", "Four hives, forty kilos of honey and one very patient conductor."],
    opera: ["Opera house reopens after the flood", "The orchestra plays on borrowed instruments while the pit dries."],
    flood: [
      "After the flood: who pays for the river wall?",
      "Insurers, the council and the state each say that it is somebody else's turn.",
    ],
    rent: [
      "Rents rise where the trains stop",
      "A new line brings commuters, cafés and a third more to pay within two years.",
    ],
    chess: ["Running a chess club in a laundrette", "Forty boards, nine machines and a rule against slamming clocks."],
  },
  searches: [
    ["night ferry", "ferry strike:2"],
    ["ferries lang:en", "ferry strike"],
    ["ferry strike", "strike"],
    ['"night ferry"', "ferry"],
    ["running", "chess strike:1"],
    ["lighthouse keepers", "lighthouse"],
    ["bread baking", "sourdough"],
    ["tomato balcony", "tomatoes"],
    ["winter cycling", "cycling"],
    ["council vote", "council"],
    ["votes lang:en", "council strike"],
    ["council -cars", "flood"],
    ["comet telescope", "comet"],
    ["pirate radio", "pirates"],
    ["how nurses sleep", "sleep"],
    ["measles vaccine", "vaccine"],
    ["night tag:health", "sleep"],
    ["tag:Health", "sleep vaccine"],
    ["C++", "memory"],
    ["honey bee", "bees"],
    ["opera flood", "opera"],
    ['"after the flood"', "flood opera"],
    ["cafe commuters", "rent"],
    ["4000 nurses", "sleep"],
    ["Ada Morrow", "lighthouse"],
    ["mill street", "council"],
  ],
}
