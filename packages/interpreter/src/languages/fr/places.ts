import type { Tables } from "../language.ts";

export const places: Tables = {
  near: {
    800: ["à pied de"],
    "": [
      "près de", "près d'", "près du", "près des", "proche de", "proche du", "proche d'", "proche des", "à côté de",
      "à côté du", "à proximité de", "à proximité du", "à proximité des", "autour de", "aux alentours de",
      "non loin de", "proximité", "à deux pas de", "à deux pas du", "proche", "à proximité d'", "face à", "face au",
      "près de la",
    ],
  },
  in: [
    "à", "au", "en", "dans", "sur", "vers", "dans le", "dans la", "dans les", "quartier", "secteur", "ville de",
    "la ville de", "code postal", "aux", "de", "du", "région", "en région", "côté", "arrondissement",
  ],
  from: ["de", "du", "d'", "autour de", "autour d'", "depuis", "des"],
  radius: ["dans un rayon de", "rayon de", "à moins de", "dans les", "à la ronde", "à moins d'", "rayon", "à"],
  mode: {
    walk: ["à pied", "de marche", "en marchant"],
    drive: ["en voiture", "de route"],
    bike: ["à vélo", "en vélo"],
    transit: ["en métro", "en train", "en bus", "en transports", "en transport", "en tram", "en RER"],
  },
  direction: ["au nord de", "au sud de", "à l'est de", "à l'ouest de", "en périphérie de", "banlieue de"],
  viewOf: ["mer", "montagne", "lac", "ville", "parc", "fleuve"],
  viewWord: ["vue"],
  leaving: [
    "déménage de", "déménageons de", "déménagement de", "j'habite à", "habite à", "nous habitons à", "habitons à",
    "vends mon", "vends ma", "vendons notre",
  ],
};
