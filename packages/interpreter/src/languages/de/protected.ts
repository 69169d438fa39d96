import type { Tables } from "../language.ts";

export const protectedWords: Tables = {
  protected: [
    "christlich", "christliche", "katholisch", "katholische", "evangelisch", "muslimisch", "muslimische", "jüdisch",
    "jüdische", "Ausländer", "keine Ausländer", "Deutsche", "nur Deutsche", "Familie", "Familien", "Kinder",
    "kinderlos", "kinderfreundlich", "familienfreundlich", "familienfreundliche", "keine Kinder", "nur Frauen",
    "Frauen", "Männer", "Senioren", "Rentner", "Singles", "Paare", "Studentinnen", "Behinderte", "Kirche", "Moschee",
    "Paar", "Single", "junge Familie", "junge Familien", "junge Leute", "junges Paar", "junge Paare",
  ],
  protectedAfter: ["Gegend", "Viertel", "Nachbarschaft", "Umgebung", "nur", "bevorzugt"],
};
