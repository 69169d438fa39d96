/** Time to read queries with 5,000 places: `node bench/interpret.ts`. */
import { buildVocabulary, interpret, type VocabularyInput } from "../src/index.ts";

const SYLLABLES = [
  "ba",
  "ker",
  "ton",
  "ville",
  "mar",
  "sel",
  "wick",
  "ham",
  "dor",
  "lin",
  "ches",
  "ter",
  "o",
  "gra",
  "vi",
  "sta",
];

function places(count: number): VocabularyInput["places"] {
  const list: VocabularyInput["places"] = [
    { name: "Nottingham", level: "city", count: 400 },
    { name: "Palma", level: "city", count: 90 },
  ];
  for (let i = 0; list.length < count; i++) {
    let seed = i * 2654435761;
    let name = "";
    for (let k = 0; k < 2 + (i % 3); k++) {
      name += SYLLABLES[(seed >>> 0) % SYLLABLES.length] ?? "";
      seed = (seed >>> 4) + i * 31 + k;
    }
    if (i % 5 === 0) name = `North ${name}`;
    list.push({
      name: name.charAt(0).toUpperCase() + name.slice(1) + (i % 7 === 0 ? " Park" : ""),
      level: i % 3 === 0 ? "community" : "city",
      count: i % 97,
    });
  }
  return list;
}

const QUERIES = [
  "4 bedroom house in Nottingham under 410k with a garden, garage and no pool please",
  "4 bdrm hse nottinghm less then 410k with balconny and parking near good schools for sale",
  "apartment in Palma between 80 and 120 sqm not ground floor with lift and sea view",
  "pet friendly two bedroom flat to rent within 5 km of Nottingham under £1,200 pcm, furnished",
  "piso de 3 habitaciones en Palma con terraza por menos de 400.000 €, no bajos, con ascensor",
];

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

const builds: number[] = [];
const input: VocabularyInput = {
  places: places(5000),
  types: [
    { name: "Apartment", count: 9 },
    { name: "Castle", count: 1 },
  ],
  features: [
    { name: "sea_view", count: 9 },
    { name: "Wine cellar", count: 2 },
  ],
};
for (let i = 0; i < 7; i++) {
  const start = performance.now();
  buildVocabulary(input);
  builds.push(performance.now() - start);
}
console.log(
  `vocabulary of ${input.places.length} places: first ${builds[0]?.toFixed(1)} ms, median ${quantile(
    builds.toSorted((a, b) => a - b),
    0.5,
  ).toFixed(1)} ms`,
);
const vocabulary = buildVocabulary(input);
const now = new Date();
for (const query of QUERIES) {
  for (let i = 0; i < 300; i++) interpret(query, vocabulary, now);
  const times: number[] = [];
  for (let i = 0; i < 2000; i++) {
    const start = performance.now();
    interpret(query, vocabulary, now);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${String(query.split(" ").length).padStart(2)} words  median ${quantile(times, 0.5).toFixed(3)} ms  p99 ${quantile(times, 0.99).toFixed(3)} ms  ${query}`,
  );
}
for (const hostile of [
  "1 ".repeat(256),
  "no ".repeat(170),
  "zqxjkvbw ".repeat(57),
  "near ".repeat(100),
  "a,".repeat(256),
  "in ".repeat(170),
  "between 3 and ".repeat(36),
  "𝒳é́́".repeat(100).slice(0, 512),
]) {
  const start = performance.now();
  interpret(hostile, vocabulary, now);
  console.log(`hostile ${hostile.slice(0, 12)}…  ${(performance.now() - start).toFixed(2)} ms`);
}
