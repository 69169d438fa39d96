import type { IndexDocument } from "@plat/contracts";
import { canonicalFeature, canonicalType, fold, typeKey } from "@plat/interpreter";
import { product } from "./decimal.ts";

/** Square metres per square foot (exact by definition). */
const squareMetresPerSquareFoot = 0.09290304;
const paymentsPerYear = { week: 52, month: 12, year: 1 } as const;

type Property = NonNullable<IndexDocument["property"]>;
export type AreaUnit = Property["areaUnit"];
export type Period = NonNullable<Property["pricePeriod"]>;

/** Key of equivalent property types: their group of synonyms, otherwise the name without case, accents and plural. */
export const typeGroup = (name: string): string => canonicalType(name) ?? (typeKey(name) || fold(name));
/** Key of features that differ only in spelling. */
export const featureKey = (name: string): string => canonicalFeature(name) || fold(name);
export const foldName = fold;

export const squareMetres = (size: number, unit: AreaUnit): number =>
  unit === "sqm" ? size : product(size, squareMetresPerSquareFoot);
/** Converts a price per period to a price per year. */
export const yearlyPrice = (price: number, period: Period): number => product(price, paymentsPerYear[period]);

/** Splits words at underscores, which the standard tokenizer does not. */
export const toSearchableText = (text: string): string => text.replaceAll("_", " ");

/** Converts a blank name to null: feeds send "" for an unknown city. */
export const nonBlank = (name: string | null): string | null => (name === null || name.trim() === "" ? null : name);
/** The folded name; null if it is blank. */
export const foldNonBlank = (name: string | null): string | null => (nonBlank(name) === null ? null : fold(name ?? ""));
