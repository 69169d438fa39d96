import { configureGlobal } from "fast-check";

/**
 * Property tests draw the same cases in every run, so that a change alone can turn them red. PROPERTY_SEED draws
 * others: any whole number, or "random".
 */
const wanted = process.env["PROPERTY_SEED"] ?? "20261121";
configureGlobal(wanted === "random" ? {} : { seed: Number(wanted) });
