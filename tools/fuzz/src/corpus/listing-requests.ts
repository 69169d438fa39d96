/** Shared by the cases that create listings. */
import { post } from "./case.ts";

/** The smallest valid listing. */
export const minimalListing = { title: "T", propertyType: "House", propertyCategory: "Residential" };

/** The creation of a minimal listing with one more member, given as raw JSON text. */
export const createWith = (member: string, json: string) =>
  post("/properties", `${JSON.stringify(minimalListing).slice(0, -1)},${JSON.stringify(member)}:${json}}`);
