/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  default?: unknown;
}

const indented = (text: string, depth: number): string => "  ".repeat(depth) + text;
const doc = (text: string | undefined, depth: number): string =>
  text === undefined ? "" : `${indented(`/** ${text.replaceAll("*/", "*\\/")} */`, depth)}\n`;
const isIdentifier = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** Name of the component that a reference refers to. */
export const componentOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/**
 * Converts a schema to a TypeScript type.
 * @param depth level of indentation
 * @throws Error if the schema is not supported
 */
export function typeOf(schema: Schema, depth = 0): string {
  if (schema.$ref !== undefined) return componentOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((member) => typeOf(member, depth)));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, depth)));
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayOf(schema, depth);
    case "object":
      return objectOf(schema, depth);
    case undefined:
      return "unknown";
    default:
      throw new Error(`no TypeScript type for ${JSON.stringify(schema)}`);
  }
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function arrayOf({ items, prefixItems }: Schema, depth: number): string {
  if (prefixItems !== undefined) {
    const members = prefixItems.map((member) => typeOf(member, depth));
    const rest = typeof items === "object" ? [`...${parenthesized(typeOf(items, depth))}[]`] : [];
    return `[${[...members, ...rest].join(", ")}]`;
  }
  return `${parenthesized(typeof items === "object" ? typeOf(items, depth) : "unknown")}[]`;
}

const parenthesized = (type: string): string => (type.includes(" | ") && !type.startsWith("{") ? `(${type})` : type);

function objectOf({ properties, required = [], additionalProperties }: Schema, depth: number): string {
  const values = typeof additionalProperties === "object" ? typeOf(additionalProperties, depth) : "unknown";
  if (properties === undefined) return `Record<string, ${values}>`;
  const members = Object.entries(properties).map(([key, member]) => {
    const optional = required.includes(key) ? "" : "?";
    // An optional member may be `undefined`: JSON omits it.
    const orUndefined = required.includes(key) ? "" : " | undefined";
    const name = isIdentifier(key) ? key : JSON.stringify(key);
    const text = `${name}${optional}: ${typeOf(member, depth + 1)}${orUndefined};`;
    return `${doc(member.description, depth + 1)}${indented(text, depth + 1)}\n`;
  });
  return `{\n${members.join("")}${indented("}", depth)}`;
}

/** Converts a component to an exported type. */
export function declaration(name: string, schema: Schema): string {
  const comment = doc(schema.description, 0);
  const type = typeOf(schema);
  const isInterface = schema.properties !== undefined;
  return `${comment}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
}
