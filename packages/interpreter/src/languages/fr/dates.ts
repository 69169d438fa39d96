import type { Tables } from "../language.ts";

export const dates: Tables = {
  time: {
    day: ["jour", "jours"],
    week: ["semaine", "semaines"],
    month: ["mois"],
    year: ["an", "ans", "année", "années"],
    hour: ["heures"],
  },
  last: [
    "ces", "depuis", "dans les derniers", "dans les", "derniers", "dernières", "ces derniers", "ces dernières",
    "au cours des", "dernière", "dernier", "moins de",
  ],
  this: ["cette", "ce"],
  day: {
    0: ["aujourd hui", "aujourd'hui"],
    1: ["hier", "depuis hier"],
  },
  listed: [
    "publié", "publiés", "publiée", "publiées", "mis en ligne", "mise en ligne", "mises en ligne", "postées",
    "annonces publiées",
  ],
  changed: [
    "mis à jour", "mise à jour", "mises à jour", "actualisé", "actualisée", "actualisées", "modifié", "modifiée",
    "modifiées",
  ],
  month: {
    1: ["janvier"],
    2: ["février"],
    3: ["mars"],
    4: ["avril"],
    5: ["mai"],
    6: ["juin"],
    7: ["juillet"],
    8: ["août"],
    9: ["septembre"],
    10: ["octobre"],
    11: ["novembre"],
    12: ["décembre"],
  },
  available: [
    "disponible", "disponible le", "disponible à partir du", "libre", "disponible dès", "disponible immédiatement",
    "libre le",
  ],
};
