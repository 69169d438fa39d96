import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Returns the serious and critical violations that axe-core finds on the current page.
 * @param rules ids of the rules to run; all rules if omitted
 */
export async function seriousViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated instead of added as a script element, which the content security policy would block.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${source}; undefined`);
  const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) };
  const run = `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`;
  const violations = await page.evaluate<Violation[]>(run);
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
