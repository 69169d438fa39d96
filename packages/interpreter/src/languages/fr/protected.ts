import type { Tables } from "../language.ts";

export const protectedWords: Tables = {
  protected: [
    "chrétien", "chrétienne", "catholique", "musulman", "musulmane", "juif", "juive", "famille", "familles", "enfants",
    "sans enfants", "enfant", "jeunes", "jeune couple", "jeunes couples", "jeune famille", "jeunes actifs", "femmes",
    "femme", "femmes uniquement", "hommes", "seniors", "retraités", "couples", "couple", "célibataires", "étrangers",
    "immigrés", "Français uniquement", "handicapés", "familial", "familiale", "église", "mosquée",
  ],
  protectedAfter: ["quartier", "uniquement", "seulement", "secteur", "communauté"],
};
