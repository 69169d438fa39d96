/** Wording that the project does not use, and what it says instead. */
export interface Term {
  pattern: RegExp;
  instead: string;
}

/**
 * Applied to documentation, comments, messages and test titles. Patterns match whole words, without regard to case.
 * docs/develop/glossary.md explains the standard terms. Add a line when a review finds a private name.
 */
export const terms: readonly Term[] = Object.entries({
  "signs? of (?:life|work)": "heartbeat, or liveness probe",
  "doorbells?|(?:ring|rings|rang|rung|ringing) (?:the|a|its|for|again)": "change notification, notify",
  "patien(?:ce|t|tly)": "timeout, waits up to",
  "dear(?:er|est)?(?= (?:quer|search|request|one|first))|dearest": "expensive",
  "ledgers?": "credential cache",
  "verdicts?": "result",
  "backing engines?|the (?:four )?engines": "backing services",
  "the bus": "NATS",
  "contestants?": "frameworks compared",
  "outside issuers?": "external identity provider",
  "searches-at-once": "concurrent-searches",
  "for want of": "because … is missing",
  "stands? (?:once|in|at|under|there|for)": "is defined in, is located in",
  "(?:is|are|was|were) told": "is reported, receives",
  "gives? no (?:sign|answer)": "does not respond",
  "(?:one|an?) (?!without|with|for|of|in|to|from|is|as|at|by|that|has|on|gets|takes|needs|uses|makes)[a-z]+ (?:a|an) (?:endpoint|request|key|service|minute|second|hour|organization)":
    "per",
  "requests? an? (?:minute|second|hour|key)": "per minute, per key",
  "at once": "immediately, or concurrently",
  "(?:is|are|was|were|goes|went|has been) away": "is unavailable",
  "(?<!connections? (?:is |are |was )?)refus(?:e|es|ed|ing|al|als)(?! (?:new )?connections?)": "reject, rejection",
  "whoever|whosoever": "the caller, the client",
  anew: "again, from scratch",
  "in vain": "without success",
  "made of it": "what it contains",
  "lets? (?:down|go of)": "breaks, releases",
  "comes? to nothing": "has no effect",
  "harms no(?:body|thing)": "is safe",
  "(?<!there )is no (?:uuid|url|number|date|version|json|plat|answer|key|folder|file|polygon)": "is not a",
  "(?:is|are) at an end": "has ended",
  "by (?:far )?itself alone": "alone",
  "two rooms|rooms of (?:the )?(?:dashboard|house|services?)": "pages, folders",
  "planted (?:faults?|silence)|plants? (?:a )?faults?": "fault injection, mutation",
}).map(([words, instead]) => ({ pattern: new RegExp(`(?<![\\w-])(?:${across(words)})(?![\\w-])`, "giu"), instead }));

/** A phrase may continue on the next line of a comment. */
function across(words: string): string {
  return words.replaceAll(" ", "(?:\\s|[*/#>](?=\\s))+");
}
