import { buildVocabulary, explain } from "@plat/interpreter";
import { parseArgs } from "node:util";
import { demoListings } from "./demo/listings.ts";
import { formatExplanation, namesOf } from "./explanation.ts";

const help = `Shows how a plain-language query is interpreted. Names of places, types and features are those of the demo listings.

  npm run interpret -- "3 bed house in Bristol, no pool"

  --json   prints the tokens, the mentions after each step and the interpretation as JSON
`;

const now = new Date();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
const query = positionals.join(" ");
if (values.help || query === "") {
  process.stdout.write(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  const listings = demoListings({ count: 360, now, agentIds: [""], baseUrl: "" });
  const explanation = explain(query, buildVocabulary(namesOf(listings)), now);
  process.stdout.write(values.json ? `${JSON.stringify(explanation, null, 2)}\n` : formatExplanation(explanation));
}
