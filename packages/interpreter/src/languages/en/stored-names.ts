import type { PlaceNames } from "../language.ts";

export const placeNames: PlaceNames = {
  articles: ["the"],
  connectors: ["upon", "on", "under", "by", "in", "next"],
  abbreviations: { saint: "st", fort: "ft", mount: "mt" },
};

export const storedTypes: Readonly<Record<string, readonly string[]>> = {
  house: [
    "residential", "single family dwelling", "residential house", "one family dwelling", "detached single family",
    "attached single family",
  ],
  apartment: [
    "condo coop", "condo co op", "condominium unit", "apartment flat", "flat apartment", "apartments condos",
  ],
  land: ["lots land", "land lot", "vacant land lot", "residential land", "plot land", "land plot"],
  multi_family: ["residential income", "income property", "2 4 unit", "multifamily 2 4"],
  mobile_home: ["mobile manufactured", "manufactured on land", "manufactured in park"],
};

export const scenicTypes: readonly string[] = ["castle", "castles", "island", "islands", "vineyard", "vineyards"];

export const abbreviations: readonly string[] = [
  "sq", "mill", "approx", "min", "max", "apt", "st", "ft", "bd", "br", "bdr", "bdrm", "bdrms", "incl", "mn", "mt", "nr",
  "km", "mi", "yrs", "yr", "mth", "mo", "wk", "ha", "rs",
];
