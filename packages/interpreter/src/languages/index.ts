import { de } from "./de/index.ts";
import { en } from "./en/index.ts";
import { es } from "./es/index.ts";
import { fr } from "./fr/index.ts";
import { it } from "./it/index.ts";
import type { Language } from "./language.ts";
import { pt } from "./pt/index.ts";

/** All languages. English is first: its words count in every query. The others count only if the query contains their words. */
export const languages: readonly Language[] = [en, es, de, fr, pt, it];
