import type { Language } from "../language.ts";
import { context } from "./context.ts";
import { dates } from "./dates.ts";
import { features } from "./features.ts";
import { grammar } from "./grammar.ts";
import { numbers } from "./numbers.ts";
import { places } from "./places.ts";
import { property } from "./property.ts";
import { protectedWords } from "./protected.ts";
import { sorting } from "./sorting.ts";

export const de: Language = {
  code: "de",
  tables: { ...context, ...grammar, ...numbers, ...property, ...features, ...places, ...dates, ...sorting, ...protectedWords },
  compounds: {
    first: [
      "Miet", "Kauf", "Neubau", "Altbau", "Erdgeschoss", "Dachgeschoss", "Luxus", "Ferien", "Single", "Senioren",
      "Traum", "Garten", "Terrassen", "Dachterrassen", "Gewerbe", "Holz", "Fachwerk", "Bau", "Zimmer",
    ],
    last: [
      "wohnung", "wohnungen", "haus", "häuser", "apartment", "apartments", "grundstück", "objekt", "objekte", "villa",
    ],
  },
  homographs: ["den"],
  abbreviations: [
    "mio", "ca", "tsd", "eur", "mind", "bj", "wfl", "wohnfl", "whg", "zi", "zzgl", "inkl",
  ],
  placeNames: {
    connectors: ["am", "an", "im", "ob", "bei", "in"],
    transliterations: { ä: "ae", ö: "oe", ü: "ue" },
  },
  storedTypes: { apartment: ["dachgeschosswohnung", "altbauwohnung", "neubauwohnung"] },
  words: [
    "gut", "gute", "guter", "gutes", "schön", "schöne", "schöner", "schönes", "ruhig", "ruhige", "ruhiger", "ruhiges",
    "Lage", "Gegend", "Viertel", "Schule", "Schulen", "Strand", "Zentrum", "Stadt", "Straße", "Bahnhof", "Familie",
    "ideal", "hell", "helle", "heller", "helles", "groß", "große", "großer", "klein", "kleine", "kleiner", "neu",
    "neue", "alt", "alte", "sonnig", "sonnige", "Luxus", "modern", "moderne", "nahe", "Umgebung", "Dachgeschoss",
  ],
};
