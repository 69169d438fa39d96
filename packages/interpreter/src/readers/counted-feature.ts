import type { Rule } from "../read.ts";
import { bounds } from "./comparison.ts";
import { feature } from "./feature.ts";
import { readAmount } from "./measure.ts";

/** "at least one parking space": a feature. */
export const countedFeature: Rule = {
  name: "feature/counted",
  read(query, at, before) {
    const amount = readAmount(query, at);
    if (!amount || amount.unit || amount.currency !== undefined || bounds(amount)[0] !== 1) return undefined;
    const found = feature.read(query, amount.end, before);
    return found && "dimension" in found ? { ...found, from: at } : undefined;
  },
};
