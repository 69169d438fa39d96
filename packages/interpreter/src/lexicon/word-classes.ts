/** Word classes: what the phrases of a class mean, and what its values mean. A class without a note on values has none. */
export const wordClasses = {
  // grammar.ts
  stop: "Function words ('the', 'looking for'), which are skipped.",
  joiner: "Articles, prepositions and possessives that may occur between the parts of a phrase ('of the').",
  generic: "Words for a property of any type ('property', 'place'), which are skipped.",
  vague: "Descriptions without a filter ('cozy', 'cheap'), which are reported as not understood.",
  hello: "Greetings and test messages, which are skipped.",
  offtopic: "Words about something else. `aside`: words that count only if nothing in the query concerns a property.",
  conj: "Conjunctions: `or`, `and`.",
  not: "Negations before an unwanted thing ('without', 'anywhere but').",
  nothing: "Pronouns that negate everything to which a condition applies ('nothing over 500k').",
  negatedVerb: "Words between a negation and the negated thing ('can't go above').",
  neutral: "Phrases before a thing that is neither wanted nor unwanted ('don't need', 'with or without').",
  notNeeded: "Phrases after a thing that is neither wanted nor unwanted ('not required').",
  needed: "Words after a negated thing that is only not required, and thus not unwanted ('no garden needed').",
  must: "Words that stress a requirement ('must have').",
  soft: "Words before a preference ('ideally').",
  softAfter: "Words after a preference ('would be nice').",
  withWord: "Words between a property and its features ('with').",
  explicit: "Words after a superlative that request a sort order ('nearest first').",

  // numbers.ts
  op: "Comparisons before an amount: `lte`, `lt`, `gte`, `gt`, `eq`, `around`.",
  yearOp: "Comparisons before a year or a date: `after`, `since`, `before`, `until`.",
  between: "Words before the first of two bounds ('between').",
  range: "Words between two bounds ('to').",
  postOp: "Comparisons after an amount: `gte`, `lte`, `around`, `eq`.",
  number: "Numerals. The value is the number.",
  half: "Fractions before a unit or a scale ('half a million'). The value is the number.",
  ordinal: "Ordinal numerals. The value is the number.",
  scale: "Multipliers after a number ('thousand', 'k'). The value is the factor.",
  currency:
    "Names, codes and symbols of currencies. The value is the ISO 4217 code; '' if several currencies have the name.",
  period: "Periods of a rent: `month`, `week`, `year`.",
  area: "Units of area: `sqft`, `sqm`, `sqyd`, `acre`, `ha`.",
  distance: "Units of distance (`km`, `m`, `mi`, `yd`, `ft`) and of travel time (`min`, `hour`).",

  // property.ts
  type: "Property types. The value is the canonical name in snake case.",
  category: "Property categories: `commercial`, `industrial`.",
  listing: "Listing types: `sale`, `rent`.",
  status: "Statuses of a listing: `active`, `inactive`, `pending`, `rented`, `sold`.",
  bed: "Words for bedrooms, beside their number.",
  bath: "Words for bathrooms, beside their number.",
  room: "Words for rooms of any kind, beside their number.",
  roomAdjective: "Adjectives between a number and rooms ('2 double bedrooms').",
  floor: "Names of floors. The value is the number of the floor; the ground floor is 0.",
  floorWord: "Words for a floor, beside its number ('3rd floor').",
  storey: "Words for the storeys of a building, after their number.",
  lot: "Labels of the area of the plot ('plot of 500 sqm').",
  areaWord: "Labels of an area ('living area').",
  price: "Labels of a price ('budget').",
  fee: "Labels of money that is not the price ('deposit', 'income').",
  yearWord: "Labels of the year of construction ('built in').",
  built: "Words for construction, beside a year or a period ('built in the last 10 years').",
  renovated: "Words for a renovation, before its date.",
  old: "Units of a building's age ('years old').",

  // features.ts
  feature: "Features. The value is the canonical name in snake case; the name itself is a phrase of every language.",

  // places.ts
  near: "Words before the place to be near. The value is a distance in metres; '' for the default.",
  in: "Words before the name of a place ('in').",
  from: "Words between a distance and the place from which it is measured ('from').",
  radius: "Words before a distance ('within').",
  mode: "Modes of travel: `walk`, `drive`, `bike`, `transit`.",
  direction: "Directions and outskirts, before a place ('north of').",
  viewOf: "Things that may be in view ('sea').",
  viewWord: "Words for a view, after the thing in view ('sea view').",
  country: "Names of countries. No rule reads them; they are reserved words, like all words of the tables.",
  leaving: "Words before the place where the user lives now ('moving from'), which is not a criterion.",

  // dates.ts
  time: "Units of time: `hour`, `day`, `week`, `month`, `year`.",
  last: "Words before a period that ends now ('in the last').",
  this: "Words before a period that contains the present ('this').",
  day: "Days relative to the present. The value is the number of days before today.",
  listed: "Words for the publication of a listing, beside a date or a period.",
  changed: "Words for the change of a listing, beside a date or a period.",
  month: "Names of months. The value is the number of the month, from 1 to 12.",
  available: "Words before the date from which a property is available, which is reported as not understood.",

  // sorting.ts
  sort: "Sort orders ('cheapest'). The value is the field with `:asc` or `:desc`.",
  sortBy: "Words before a sort field ('sort by').",
  sortField: "Fields to sort by. The value is the field.",
  order: "Directions of a sort order: `asc`, `desc`.",
  limit: "Words before the number of results ('top').",
  result: "Words for results, after their number ('5 results').",

  // protected.ts
  protected: "Wording about protected classes (religion, origin, family status and the like).",
  protectedAfter: "Words that belong to wording about protected classes if they follow it ('neighborhood').",
  protectedWide: "Words that concern protected classes only before a word of `protectedAfter`.",
} as const satisfies Readonly<Record<string, string>>;

export type WordClass = keyof typeof wordClasses;
