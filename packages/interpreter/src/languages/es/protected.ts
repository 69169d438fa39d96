import type { Tables } from "../language.ts";

export const protectedWords: Tables = {
  protected: [
    "cristiano", "cristiana", "católico", "católica", "musulmán", "musulmana", "judío", "judía", "gitanos", "gitano",
    "inmigrantes", "extranjeros", "familia", "familias", "niños", "sin niños", "solo mujeres", "mujeres", "solo chicas",
    "chicas", "hombres", "solteros", "parejas", "jubilados", "ancianos", "mayores", "discapacitados", "españoles",
    "solo españoles", "jóvenes", "gente joven", "familia joven", "pareja joven", "familiar", "pareja", "iglesia",
    "mezquita",
  ],
  protectedAfter: ["barrio", "zona", "comunidad", "solo", "vecindario", "vecinos"],
};
