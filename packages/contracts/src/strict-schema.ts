import { z } from "zod";

/** Definition of a schema, discriminated by `type`. */
export type Definition = z.core.$ZodTypes["_zod"]["def"];
export const definition = (schema: z.core.$ZodType): Definition => (schema as z.ZodType).def as Definition;

/**
 * Returns a copy of the schema in which every object, at any depth, rejects unknown members. Loose objects stay loose.
 * @throws Error for types of schemas that this function cannot traverse
 */
export function strictSchema<S extends z.core.$ZodType>(schema: S): S {
  const done = new Map<z.core.$ZodType, z.core.$ZodType>();
  const convert = (node: z.core.$ZodType): z.core.$ZodType => {
    const known = done.get(node);
    if (known !== undefined) return known;
    const def = withStrictChildren(definition(node), convert);
    const result = def === undefined ? node : z.core.clone(node, def);
    done.set(node, result);
    return result;
  };
  return convert(schema) as S;
}

/** The definition with its children converted; undefined if it has no children. */
function withStrictChildren(
  def: Definition,
  convert: (node: z.core.$ZodType) => z.core.$ZodType,
): Definition | undefined {
  switch (def.type) {
    case "object": {
      const shape: Record<string, z.core.$ZodType> = {};
      for (const [key, member] of Object.entries(def.shape)) shape[key] = convert(member);
      return { ...def, shape, catchall: def.catchall ?? z.never() };
    }
    case "array":
      return { ...def, element: convert(def.element) };
    case "tuple":
      return { ...def, items: def.items.map(convert), rest: def.rest === null ? null : convert(def.rest) };
    case "union":
      return { ...def, options: def.options.map(convert) };
    case "record":
      return { ...def, valueType: convert(def.valueType) };
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
    case "nonoptional":
      return { ...def, innerType: convert(def.innerType) };
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "never":
    case "any":
    case "unknown":
    case "literal":
    case "enum":
    case "custom":
      return undefined;
    default:
      throw new Error(`strictSchema() does not support schemas of type ${def.type}`);
  }
}
