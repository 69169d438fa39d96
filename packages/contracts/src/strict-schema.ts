import { z } from "zod";

/** What a schema is made of, by `type`. */
export type Def = z.core.$ZodTypes["_zod"]["def"];
export const definition = (schema: z.core.$ZodType): Def => (schema as z.ZodType).def as Def;

/**
 * The same schema with every object in it, at any depth, refusing members it does not name. Objects declared loose
 * stay loose. Throws for kinds of schema that could hide an object from it.
 */
export function strictly<S extends z.core.$ZodType>(schema: S): S {
  const done = new Map<z.core.$ZodType, z.core.$ZodType>();
  const run = (node: z.core.$ZodType): z.core.$ZodType => {
    const known = done.get(node);
    if (known !== undefined) return known;
    const def = rewritten(definition(node), run);
    const result = def === undefined ? node : z.core.clone(node, def);
    done.set(node, result);
    return result;
  };
  return run(schema) as S;
}

/** The definition with its children rewritten; undefined for what has no children. */
function rewritten(def: Def, run: (node: z.core.$ZodType) => z.core.$ZodType): Def | undefined {
  switch (def.type) {
    case "object": {
      const shape: Record<string, z.core.$ZodType> = {};
      for (const [key, member] of Object.entries(def.shape)) shape[key] = run(member);
      return { ...def, shape, catchall: def.catchall ?? z.never() };
    }
    case "array":
      return { ...def, element: run(def.element) };
    case "tuple":
      return { ...def, items: def.items.map(run), rest: def.rest === null ? null : run(def.rest) };
    case "union":
      return { ...def, options: def.options.map(run) };
    case "record":
      return { ...def, valueType: run(def.valueType) };
    case "optional":
    case "nullable":
    case "default":
    case "readonly":
    case "nonoptional":
      return { ...def, innerType: run(def.innerType) };
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
      throw new Error(`strictly() does not know schemas of type ${def.type}`);
  }
}
