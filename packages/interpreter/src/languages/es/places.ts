import type { Tables } from "../language.ts";

export const places: Tables = {
  near: {
    800: ["a pie de", "andando a"],
    "": [
      "cerca de", "cerca del", "junto a", "junto al", "próximo a", "próxima a", "al lado de", "al lado del",
      "cercano a", "cercana a", "en los alrededores de", "alrededor de", "a pocos minutos de", "próximo al", "cerca",
      "frente a", "frente al", "pegado a",
    ],
  },
  in: [
    "en", "de", "a", "zona", "zona de", "barrio de", "la ciudad de", "ciudad de", "dentro de", "por", "en el barrio de",
    "en la zona de", "provincia de", "código postal",
  ],
  from: ["de", "del", "desde", "a la redonda de", "alrededor de", "al"],
  radius: ["en un radio de", "a la redonda", "radio de", "a menos de", "a menos", "a no más de", "dentro de"],
  mode: {
    walk: ["a pie", "andando", "caminando", "de paseo"],
    drive: ["en coche", "en auto"],
    bike: ["en bici", "en bicicleta"],
    transit: ["en metro", "en tren", "en bus", "en autobús", "en transporte público"],
  },
  direction: ["al norte de", "al sur de", "al este de", "al oeste de", "afueras de", "a las afueras de"],
  viewOf: ["mar", "montaña", "ciudad", "parque", "lago", "río"],
  viewWord: ["vistas", "vista"],
  leaving: [
    "me mudo de", "nos mudamos de", "me mudo desde", "nos mudamos desde", "mudanza de", "vivo en", "vivimos en",
    "vendo mi", "vender mi", "vendemos nuestro", "vendemos nuestra", "vender nuestro", "vender nuestra",
  ],
};
