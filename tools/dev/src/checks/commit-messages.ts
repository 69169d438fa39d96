export interface Commit {
  hash: string;
  subject: string;
}

const subjectMax = 72;

/**
 * Checks the form `area: imperative summary`. Subjects that git generates for merges and reverts are accepted.
 * @returns a sentence for each subject to change
 */
export function checkSubjects(commits: readonly Commit[]): string[] {
  return commits.flatMap(({ hash, subject }) => {
    const where = `${hash.slice(0, 9)} "${subject}"`;
    if (/^(Merge|Revert) /.test(subject)) return [];
    if (subject.length > subjectMax) return [`${where}: ${subject.length} characters, at most ${subjectMax}`];
    const summary = /^[a-z][a-z0-9-]*(?:[/,] ?[a-z0-9-]+)*: (\S.*[^.\s])$/.exec(subject)?.[1];
    if (summary === undefined) return [`${where}: must have the form "area: imperative summary"`];
    return isImperative(summary) ? [] : [`${where}: start the summary with an imperative, such as "add" or "fix"`];
  });
}

/** Rejects a summary that starts with an article, a pronoun or a form such as "added" or "adding". */
function isImperative(summary: string): boolean {
  const [first = ""] = summary.split(" ");
  const notVerbs = new Set([
    "a",
    "an",
    "the",
    "all",
    "that",
    "this",
    "what",
    "it",
    "no",
    "how",
    "when",
    "while",
    "is",
    "are",
  ]);
  if (notVerbs.has(first.toLowerCase())) return false;
  return !/(?:ing|ed)$/.test(first) || /^(?:bring|embed|feed|need|seed|shed|speed|string)$/.test(first);
}
