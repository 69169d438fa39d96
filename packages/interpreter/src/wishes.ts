import { notBoth } from "./alternatives.ts";
import { afterWith, typeAt } from "./beside.ts";
import type { Match, Scan } from "./scan.ts";
import { heldFeature } from "./vocabulary.ts";

/** A feature at a token, by its name in filters. */
export function featureAt(scan: Scan, i: number): Match | undefined {
  const known = scan.kw(i, "feature");
  const stored = scan.vocabularyPhrase(scan.vocabulary.features, i);
  const view = viewAt(scan, i);
  let best = known ? { end: known.end, value: heldFeature(scan.vocabulary, known.value) } : undefined;
  if (stored && (!best || stored.end > best.end)) best = stored;
  if (view && (!best || view.end > best.end)) best = { end: view.end, value: heldFeature(scan.vocabulary, view.value) };
  return best;
}

/** "burj khalifa view": a view of something that views are sold of. */
function viewAt(scan: Scan, i: number): Match | undefined {
  for (const of of scan.all(i, "viewOf")) {
    const view = scan.kw(of.end, "viewWord");
    if (view) return { end: view.end, value: viewName(scan, i, of.end) };
  }
  return undefined;
}

function viewName(scan: Scan, from: number, to: number): string {
  const words = scan.tokens.slice(from, to).map((token) => token.norm);
  const last = words.at(-1) ?? "";
  words[words.length - 1] =
    last === "mountains" || last === "hills" ? last.slice(0, -1) : last === "harbor" ? "harbour" : last;
  return `${words.join("_")}_view`;
}

export function addFeature(scan: Scan, from: number, to: number, value: string, unwanted: boolean): void {
  const field = unwanted ? "excludeFeatures" : "features";
  scan.add(field, value);
  scan.take(from, to, field);
  scan.strength++;
}

export function features(scan: Scan, i: number): number {
  // "sea and mountain views"
  const first = scan.kw(i, "viewOf");
  const joint = first && scan.kw(first.end, "conj");
  const second = joint?.value === "and" ? viewAt(scan, joint.end) : undefined;
  if (first && joint && second && !viewAt(scan, i)) {
    addFeature(scan, i, first.end, heldFeature(scan.vocabulary, viewName(scan, i, first.end)), false);
    addFeature(scan, joint.end, second.end, heldFeature(scan.vocabulary, second.value), false);
    return second.end;
  }
  const match = featureAt(scan, i);
  if (!match) return 0;
  const { end, value } = match;
  if (terraceIsHouse(scan, i, end)) {
    scan.add("propertyTypes", "house");
    scan.take(i, end, "propertyTypes");
    const token = scan.token(i);
    if (token) scan.named.push({ start: token.start, end: token.end });
    scan.strength++;
    return end;
  }
  if (looksForIt(scan, i, value)) {
    scan.add("propertyTypes", value);
    scan.take(i, end, "propertyTypes");
    scan.strength++;
    return end;
  }
  return wish(scan, i, end, value);
}

/** "garage to rent in York", "Stellplatz mieten": the feature itself is the property, because the query contains no other type. */
function looksForIt(scan: Scan, i: number, value: string): boolean {
  if (value !== "garage" && value !== "parking") return false;
  for (let k = 0; k < i; k++)
    if (!scan.has(k, "stop", "joiner", "listing", "generic") || scan.has(k, "withWord")) return false;
  let listing = false;
  for (let k = 0; k < scan.length; k++) {
    if (scan.has(k, "bed", "bath", "room") || typeAt(scan, k)) return false;
    listing ||= scan.has(k, "listing");
  }
  return listing;
}

/** Accepts a feature as required, unwanted or preferred, depending on the words around it. */
export function wish(scan: Scan, i: number, end: number, value: string): number {
  const tail = scan.skip(end, "stop");
  const afterwards = scan.kw(end, "softAfter") ?? scan.kw(tail, "softAfter");
  const needless =
    scan.kw(end, "notNeeded") ??
    scan.kw(tail, "notNeeded") ??
    (scan.has(i, "not") ? scan.kw(end, "needed") : undefined);
  if (needless && (!afterwards || needless.end >= afterwards.end)) {
    scan.mark(i, needless.end, "unwanted");
    scan.strength++;
    return needless.end;
  }
  if (scan.soft || afterwards) {
    // Preferences do not exclude listings.
    scan.mark(i, end, "unknown");
    scan.strength++;
    return end;
  }
  const denied = scan.kw(end, "not");
  const allowed = denied && /^(?:allowed|wanted|permitted|accepted)$/.test(scan.norm(denied.end));
  if (allowed) {
    addFeature(scan, i, denied.end + 1, value, true);
    return denied.end + 1;
  }
  if (scan.joinedByOr(i, "features")) return alternative(scan, i, end);
  if (scan.alternative?.listed) {
    notBoth(scan, scan.slice(i, end));
    scan.mark(i, end, "unknown");
    scan.strength++;
    return end;
  }
  addFeature(scan, i, end, value, false);
  return end;
}

/** "balcony or terrace": a filter requires all its features, so alternatives only raise listings that have one of them. */
function alternative(scan: Scan, i: number, end: number): number {
  const before = scan.spans.at(-1);
  const text = `${before?.text ?? ""} / ${scan.slice(i, end)}`;
  if (before?.field === "features") {
    scan.spans.pop();
    scan.filters.features?.pop();
    if (scan.filters.features?.length === 0) delete scan.filters.features;
    scan.tokens.forEach((token, k) => {
      if (token.start >= before.start && token.end <= before.end) scan.use[k] = "unknown";
    });
    scan.conflict(
      "inexpressible",
      "features",
      null,
      text,
      "one of several features cannot be filtered by; they only raise what mentions them",
    );
  }
  scan.mark(i, end, "unknown");
  scan.last = { kind: "features", end };
  return end;
}

/** In Britain a terrace is a house: "3 bed terrace", "Victorian terrace"; not after "with", and not beside another type. */
function terraceIsHouse(scan: Scan, i: number, end: number): boolean {
  if (end !== i + 1 || scan.norm(i) !== "terrace" || i === 0 || afterWith(scan, i) || scan.filters.propertyTypes)
    return false;
  if (!scan.has(i - 1, "vague", "bed") && !scan.before(i, "bed")) return false;
  for (let k = end; k < scan.length; k++) if (typeAt(scan, k)) return false;
  return true;
}
