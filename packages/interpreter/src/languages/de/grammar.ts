import type { Tables } from "../language.ts";

export const grammar: Tables = {
  stop: [
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines", "und", "ich", "wir",
    "suche", "suchen", "gesucht", "gesuchte", "möchte", "möchten", "brauche", "brauchen", "will", "wollen", "zeige",
    "zeig", "mir", "uns", "bitte", "alle", "mit", "in", "im", "am", "an", "auf", "von", "vom", "zu", "zum", "zur",
    "für", "bei", "nur", "auch", "es", "ist", "sind", "sein", "soll", "sollte", "haben", "hat", "gibt es", "was",
    "gerne", "etwas", "mein", "meine", "als", "hallo", "gelegen", "inkl", "inklusive", "sowie", "um", "aus", "jetzt",
    "ca", "dringend", "welche", "irgendwo", "überall", "sondern", "aber", "wurde", "wurden", "worden", "zahlen",
    "bezahlen", "ausgeben",
  ],
  joiner: [
    "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "von", "für", "zum", "zur",
    "und", "vom", "am",
  ],
  generic: [
    "Immobilie", "Immobilien", "Objekt", "Objekte", "Unterkunft", "Angebote", "Anzeigen", "Wohnraum", "Bleibe",
    "Zuhause", "Eigentum", "Wohnobjekt",
  ],
  vague: [
    "Luxus", "luxuriös", "luxuriöse", "luxuriösen", "ruhig", "ruhige", "ruhiger", "ruhigen", "ruhiges", "schön",
    "schöne", "schöner", "schönes", "hell", "helle", "heller", "helles", "modern", "moderne", "modernes", "moderner",
    "günstig", "günstige", "günstiges", "günstigen", "billig", "billige", "preiswert", "preiswerte", "bezahlbar",
    "bezahlbare", "groß", "große", "großes", "großer", "großzügig", "großzügige", "klein", "kleine", "kleines",
    "gemütlich", "gemütliche", "gemütliches", "zentral", "zentrale", "zentrales", "sonnig", "sonnige", "exklusiv",
    "exklusive", "warm", "kalt", "Warmmiete", "Kaltmiete", "Altbau", "gepflegt", "gepflegte", "neuwertig", "charmant",
    "charmante", "idyllisch", "freundlich", "freundliche", "alt", "alte", "altes",
  ],
  offtopic: [
    "Wetter", "Rezept", "Witz", "Gedicht", "übersetze", "übersetzen", "Hauptstadt von", "Einwohner", "wer ist",
    "wer war", "Bundeskanzler", "Präsident",
  ],
  question: [
    "wie viele", "wie viel", "wieviel", "wieviele", "wie teuer", "durchschnittlich", "durchschnittliche",
    "durchschnittlicher", "durchschnittlichen", "Durchschnittspreis", "was kostet", "was kosten",
  ],
  conj: {
    or: ["oder", "bzw", "beziehungsweise"],
    and: ["und", "sowie", "plus", "u"],
  },
  not: [
    "ohne", "nicht", "kein", "keine", "keinen", "keiner", "keinem", "keines", "außer", "ausgenommen", "auch kein",
    "auch keine", "nicht in", "nicht im", "weder", "bloß nicht", "bitte kein", "bitte keine", "und kein", "und keine",
    "aber keine", "aber kein", "aber nicht", "überall außer", "nicht mit", "kann nicht", "können nicht",
  ],
  nothing: ["nichts", "nix"],
  negatedVerb: [
    "will", "wollen", "möchte", "möchten", "kann", "können", "darf", "soll", "zahlen", "bezahlen", "ausgeben", "gehen",
    "kosten", "kostet", "haben", "mit", "das", "die", "der", "etwas", "sehen", "zeigen",
  ],
  neutral: ["brauche kein", "brauche keine", "brauche keinen", "egal ob", "mit oder ohne", "nicht unbedingt"],
  notNeeded: ["nicht nötig", "nicht notwendig", "nicht erforderlich", "egal", "nicht wichtig", "muss nicht sein"],
  needed: [
    "nötig", "notwendig", "erforderlich", "ist nötig", "ist erforderlich", "ist ok", "ist okay", "ok", "okay",
    "ist kein Problem", "kein Problem", "ist in Ordnung",
  ],
  must: ["zwingend", "unbedingt", "notwendig", "erforderlich", "Pflicht", "wichtig", "ein Muss", "nötig"],
  soft: [
    "am liebsten", "gerne mit", "idealerweise", "wenn möglich", "möglichst", "bevorzugt", "vorzugsweise", "optional",
  ],
  softAfter: [
    "wünschenswert", "wäre schön", "wäre toll", "bevorzugt", "von Vorteil", "gewünscht", "wäre ideal", "wenn möglich",
  ],
  withWord: ["mit", "inkl", "inklusive", "und", "hat", "samt"],
  explicit: ["zuerst"],
};
