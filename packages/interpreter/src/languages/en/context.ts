import type { Tables } from "../language.ts";

/** Words that rules look at only beside other words. They are not reserved. */
export const context: Tables = {
  article: {
    indefinite: ["a", "an"],
    definite: ["the"],
  },
  copula: ["is", "are", "was"],
  ofWord: ["of"],
  moneyFor: ["as", "for", "in", "my", "our"],
  than: ["than", "then"],
  contrast: ["but"],
  andHalf: ["and a half", "and half", "and one half"],
  betweenAnd: ["and"],
  per: ["per", "a", "an"],
  startingAt: ["from", "starting from", "starting at", "starts at", "starts from", "start at"],
  rent: {
    "": ["rent", "rental price"],
    month: ["monthly rent"],
    week: ["weekly rent"],
    year: ["yearly rent", "annual rent"],
  },
  periodAdverb: ["monthly", "weekly", "yearly", "annual", "annually"],
  perPerson: [
    "pppw", "pppm", "pp", "pp pw", "pp pcm", "per person", "per person per week", "per person per month", "a head",
    "each per week", "p/p",
  ],
  request: ["show", "list", "find", "give", "get", "see", "display", "me"],
  looseIn: ["on", "to", "of", "area"],
  postalLabel: ["zip", "zipcode", "code", "postcode", "postal"],
  elsewhere: [
    "anywhere but", "anywhere except", "anywhere outside", "anywhere outside of", "outside", "outside of",
  ],
  away: ["away"],
  outskirts: [
    "outskirts of", "the outskirts of", "on the outskirts of", "suburbs of", "edge of", "the edge of",
  ],
  nearest: ["closest", "nearest"],
  coordinate: ["lat", "lon", "lng", "long", "latitude", "longitude"],
  amenity: [
    "metro", "metros", "subway", "tube", "tram", "train", "station", "stations", "bus", "airport", "airports",
    "beach", "beaches", "school", "schools", "hospital", "hospitals", "university", "college", "campus", "shops",
    "shopping", "mall", "supermarket", "supermarkets", "motorway", "highway", "freeway",
  ],
  moving: ["moving", "relocating", "move", "relocate", "moved"],
  route: {
    from: ["from"],
    to: ["to"],
  },
  temporal: {
    moment: ["after", "before", "prior", "earlier", "later", "since", "not", "no earlier", "no later"],
    construction: ["post", "pre", "newer", "older", "younger", "onwards", "no older", "no newer"],
  },
  during: {
    day: ["on"],
    period: ["in", "during"],
  },
  recent: ["new", "newest", "latest", "recent"],
  immediately: ["now", "immediately", "asap"],
  looseLast: [
    "less than", "within", "in under", "not more than", "no more than", "in the previous", "previous",
  ],
  ago: ["ago"],
  ordinalSuffix: ["st", "nd", "rd", "th", "e", "er", "o", "a", "eme"],
  yearNoun: ["year"],
  older: ["older"],
  builtAdverb: ["newly", "new", "recently", "freshly", "just", "brand", "purpose", "custom", "well", "fully"],
  floorName: {
    "0": ["ground"],
  },
  floorQualifier: [
    "any", "high", "higher", "low", "lower", "top", "upper", "mid", "middle", "last", "same", "whole", "entire",
    "each", "every", "single", "open", "wood", "wooden",
  ],
  above: ["above", "over", "below", "beneath", "under", "underneath", "behind", "beside"],
  homeRoom: [
    "living", "dining", "sitting", "family", "drawing", "spare", "guest", "play", "game", "games", "media", "tv",
    "music", "reading", "utility", "laundry", "box", "store", "storage", "sun", "day", "bonus", "great", "rec",
    "recreation", "powder", "shower", "bath", "wash", "wet", "boot", "mud", "dressing", "study", "breakfast",
    "garden", "work", "computer", "craft", "hobby", "common", "cinema", "meeting", "conference", "server", "lounge",
  ],
  having: ["with", "has", "have", "having", "including", "includes", "featuring", "plus", "w/"],
  narrower: {
    reported: ["semi", "semis", "terrace", "terraced", "end", "mid", "link"],
    "": [
      "detached", "freestanding", "standalone", "ranch", "rancher", "country", "mews", "brownstone", "brownstones",
      "dormer", "garden", "basement", "serviced", "holiday", "granny", "strata", "co", "coop", "coworking",
      "showroom", "agricultural", "smallholding", "vacant", "empty", "undeveloped",
    ],
  },
  typeLabel: ["of type", "of the type", "type"],
  typeBedrooms: {
    2: ["two up two down", "2 up 2 down", "two-up two-down", "two up, two down", "2 up, 2 down"],
  },
  statusAdverb: ["recently", "just"],
  ranchHouse: ["ranch", "ranches"],
  plenty: ["lot of", "lots of"],
  spare: ["spare"],
  plainRoom: ["room", "rooms"],
  lease: ["lease"],
  investment: ["investment"],
  terraceHouse: ["terrace"],
  accepted: ["allowed", "wanted", "permitted", "accepted"],
  anything: ["anything", "something"],
  concord: ["any", "either", "neither", "nor"],
  nor: ["nor"],
  except: [
    "except", "excepting", "excluding", "other", "apart", "aside", "anything", "everything", "all", "anywhere", "bar",
    "save", "minus", "rather", "instead",
  ],
  dislike: [
    "don't want", "do not want", "don't show", "do not show", "tired", "sick", "refuse to", "i don't want",
    "we don't want",
  ],
  need: ["need"],
  subject: ["location", "place", "age"],
  viewSubject: {
    mountain: ["mountains"],
    hill: ["hills"],
    harbour: ["harbor"],
  },
  mistake: {
    than: ["then"],
  },
  plainNot: ["not"],
  plainNo: ["no"],
  purpose: ["for"],
};
