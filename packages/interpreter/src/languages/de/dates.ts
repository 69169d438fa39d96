import type { Tables } from "../language.ts";

export const dates: Tables = {
  time: {
    day: ["Tag", "Tage", "Tagen"],
    week: ["Woche", "Wochen"],
    month: ["Monat", "Monate", "Monaten"],
    year: ["Jahr", "Jahre", "Jahren"],
    hour: ["Stunden"],
  },
  last: [
    "in den letzten", "der letzten", "letzten", "in der letzten", "im letzten", "letzte", "den letzten",
    "seit den letzten",
  ],
  this: ["diese", "dieser", "diesen", "diesem", "in dieser"],
  day: {
    0: ["heute", "seit heute"],
    1: ["gestern", "seit gestern"],
  },
  listed: [
    "inseriert", "inserierte", "inserierten", "eingestellte", "eingestellten", "veröffentlichte", "eingestellt",
    "veröffentlicht", "neu eingestellt", "neu inseriert", "neue Angebote", "online seit",
  ],
  changed: ["aktualisiert", "geändert", "zuletzt aktualisiert", "zuletzt geändert"],
  month: {
    1: ["Januar"],
    2: ["Februar"],
    3: ["März", "Maerz"],
    4: ["April"],
    5: ["Mai"],
    6: ["Juni"],
    7: ["Juli"],
    8: ["August"],
    9: ["September"],
    10: ["Oktober"],
    11: ["November"],
    12: ["Dezember"],
  },
  available: [
    "verfügbar ab", "bezugsfrei ab", "frei ab", "verfügbar", "bezugsfrei", "ab sofort", "sofort verfügbar",
    "bezugsfertig", "Einzug ab", "sofort frei",
  ],
};
