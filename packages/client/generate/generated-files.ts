import { allContracts, openApiDocument } from "@plat/contracts";
import { type PathOperation, methodOf, type OpenApiOperation } from "./operation-methods.ts";
import { componentOf, declaration, type Schema } from "./schema-types.ts";

const head = "// Generated from packages/contracts by `npm run build-client`. Do not edit.\n";

interface Document {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

/** Returns the contents of the generated files, per name in `src/generated`. */
export function generatedFiles(): Record<"types.ts" | "operations.ts", string> {
  const options = { title: "Plat", version: "1.0.0", serverUrl: "/" };
  const document = openApiDocument(allContracts, options) as unknown as Document;
  const { schemas } = document.components;
  return {
    "types.ts": `${head}\n${Object.entries(schemas)
      .map(([name, schema]) => declaration(name, schema))
      .join("\n")}`,
    "operations.ts": operationsFile(document),
  };
}

function operationsFile(document: Document): string {
  const operations: PathOperation[] = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method, path, operation })))
    .filter(({ operation }) => Object.hasOwn(allContracts, operation.operationId));
  const methods = operations.map(methodOf);
  const used = methods.map(({ options, code }) => options + code).join("\n");
  const names = Object.keys(document.components.schemas).filter((name) =>
    new RegExp(`\\b${componentOf(name)}\\b`).test(used),
  );
  const imported = [...new Set([...names, "Property"])].toSorted();
  return `${head}
import { iterate } from "../pagination.ts";
import type { InterpretationOnly, Operation, Page, RequestOptions, Complete, CompleteSearchResult } from "../api-types.ts";
import type {
${imported.map((name) => `  ${name},\n`).join("")}} from "./types.ts";

export const operations = {
${methods.map(({ table }) => table).join("")}} as const satisfies Record<string, Operation>;

${methods.map(({ options }) => options).join("")}/** One method per endpoint. */
export abstract class Operations {
  protected abstract call<T>(
    operation: Operation,
    path: string,
    body: unknown,
    options: RequestOptions | undefined,
  ): Promise<T>;

${methods.map(({ code }) => code).join("\n")}}
`;
}
