import type { Tables } from "../language.ts";

export const places: Tables = {
  near: {
    800: ["fußläufig zu", "fußläufig zum", "fußläufig zur"],
    "": [
      "nahe", "in der Nähe von", "in der Nähe", "nahe bei", "in der Nähe des", "in der Nähe der", "nahe am", "nahe der",
      "nahe dem", "bei", "neben", "rund um", "unweit von", "Umgebung von", "in der Umgebung von", "im Raum", "Raum",
      "nicht weit von", "in der Nähe vom", "Umkreis von", "um", "nah an", "direkt am", "direkt an der",
    ],
  },
  in: [
    "in", "im", "bei", "nahe", "aus", "nach", "in der", "Raum", "Stadtteil", "Bezirk", "PLZ", "Postleitzahl", "im Raum",
    "in der Gegend", "Ortsteil", "Zentrum von", "in der Stadt", "Viertel", "im Stadtteil", "im Bezirk", "am",
  ],
  from: ["von", "vom", "um", "zu", "zum", "zur", "nach", "entfernt von", "rund um", "bis zum", "bis zur", "ab"],
  radius: [
    "im Umkreis von", "Umkreis von", "Umkreis", "im Radius von", "innerhalb von", "Radius", "Radius von", "max",
    "maximal", "höchstens", "weniger als",
  ],
  mode: {
    walk: ["zu Fuß", "Fußweg", "Gehminuten", "zu Fuß entfernt", "Gehweg"],
    drive: ["mit dem Auto", "Autofahrt", "Fahrzeit", "mit Auto"],
    bike: ["mit dem Fahrrad", "mit dem Rad", "Radweg"],
    transit: ["mit der Bahn", "mit dem Bus", "mit der U-Bahn", "mit der S-Bahn", "mit dem Zug"],
  },
  direction: ["nördlich von", "südlich von", "östlich von", "westlich von", "am Rand von", "Vororte von"],
  leaving: [
    "ziehe von", "ziehen von", "Umzug von", "ziehe aus", "ziehen aus", "Umzug aus", "wohne in", "ich wohne in",
    "wir wohnen in", "wohne derzeit in", "wohnen derzeit in", "verkaufe meine", "verkaufe mein", "verkaufen unsere",
    "verkaufen unser",
  ],
};
