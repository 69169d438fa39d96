import type { Tables } from "../language.ts";

export const places: Tables = {
  near: {
    800: [
      "walking distance to", "walking distance of", "walking distance from", "within walking distance of",
      "within walking distance to", "in walking distance of", "in walking distance to", "walkable to", "walk to",
      "short walk to", "short walk from", "a short walk from", "a short walk to", "walking distance",
    ],
    "": [
      "near", "nr", "nearby", "near to", "close to", "closest to", "nearest to", "nearest", "next to",
      "in the vicinity of", "vicinity of", "in proximity to", "proximity to", "around", "beside", "adjacent to",
      "not far from", "close by", "not too far from", "within reach of", "in reach of", "easy reach of",
      "within easy reach of", "close proximity to", "in close proximity to", "surrounding", "handy for", "opposite",
      "across from", "a stone's throw from", "stone's throw from", "by the", "minutes from", "short drive from",
      "commutable to", "commuting distance of", "commuting distance to", "within commuting distance of",
      "easy access to", "access to", "facing", "overlooking", "good access to", "close",
    ],
  },
  in: [
    "in", "at", "around", "within", "inside", "near", "to", "from", "throughout", "across", "in and around", "of",
    "into", "town of", "city of", "the city of", "the town of", "community of", "region of", "the area of", "area of",
    "area", "zip", "zip code", "zipcode", "postcode", "postal code", "district", "on",
  ],
  from: [
    "of", "from", "to", "away from", "around", "off", "near", "distance of", "distance from", "distance to", "distance",
    "away", "radius of", "radius around", "radius from",
  ],
  radius: [
    "within", "within about", "no further than", "not further than", "no farther than", "not farther than",
    "no more than", "less than", "up to", "radius", "radius of", "radius around", "radius from", "in a radius of",
    "within a radius of",
  ],
  mode: {
    walk: ["walk", "walking", "on foot", "by foot", "walk away", "walking distance", "stroll"],
    drive: ["drive", "driving", "by car", "car", "drive away", "car ride"],
    bike: ["bike", "by bike", "bike ride", "cycle", "cycling", "bicycle", "by bicycle", "cycle ride"],
    transit: [
      "by train", "train", "by bus", "bus", "by metro", "by tube", "by public transport", "commute", "train ride",
      "by subway", "tube", "metro ride",
    ],
  },
  direction: [
    "north of", "south of", "east of", "west of", "northeast of", "northwest of", "southeast of", "southwest of",
    "north east of", "north west of", "south east of", "south west of", "outskirts of", "the outskirts of",
    "on the outskirts of", "suburbs of", "edge of", "the edge of",
  ],
  viewOf: [
    "sea", "ocean", "lake", "mountain", "city", "park", "river", "golf", "golf course", "garden", "pool", "street",
    "skyline", "city skyline", "water", "marina", "harbour", "harbor", "canal", "beach", "forest", "valley",
    "countryside", "vineyard", "bay", "landmark", "Burj Khalifa", "Burj Al Arab", "Burj", "Eiffel Tower", "palm",
    "fountain", "creek", "downtown", "courtyard", "panoramic", "sunset", "mountains", "hills", "bridge", "castle",
    "cathedral", "island", "coast", "woodland", "meadow", "volcano", "Alps", "desert", "central park", "open", "green",
    "nature", "boulevard", "square", "lagoon", "Thames", "Acropolis", "waterfront", "racecourse", "stadium", "opera",
    "old town",
  ],
  viewWord: ["view", "views", "vista", "vistas"],
  country: [
    "Spain", "Germany", "France", "Italy", "Portugal", "UK", "United Kingdom", "England", "Scotland", "Wales",
    "Ireland", "USA", "US", "United States", "America", "Canada", "Mexico", "Netherlands", "Holland", "Belgium",
    "Austria", "Switzerland", "Poland", "Greece", "Turkey", "UAE", "United Arab Emirates", "India", "Australia",
    "New Zealand", "Thailand", "Japan", "China", "Brazil", "Bulgaria", "Romania", "Croatia", "Sweden", "Norway",
    "Denmark", "Finland", "Europe",
  ],
  leaving: [
    "moving from", "relocating from", "move from", "relocate from", "moved from", "coming from", "moving out of",
    "moving away from", "I live in", "we live in", "I currently live in", "we currently live in", "currently live in",
    "currently living in", "I am living in", "I'm living in", "we are living in", "we're living in", "I'm based in",
    "we're based in", "currently based in", "I rent in", "we rent in", "currently renting", "currently renting in",
    "selling my", "selling our", "sell my", "sell our", "sold my", "sold our",
  ],
};
