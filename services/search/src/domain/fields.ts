import { type FieldError, invalid, property } from "@plat/contracts";

type View = Record<string, unknown>;

/** Valid names in `fields`: members of a property, and nested ones such as `address.city`. */
const known: ReadonlySet<string> = new Set([
  ...Object.keys(property.shape),
  ...Object.keys(property.shape.address.shape).map((name) => `address.${name}`),
  ...Object.keys(property.shape.location.unwrap().shape).map((name) => `location.${name}`),
]);

/**
 * Returns a function that selects members of a property.
 * @param fields requested names; undefined: all members
 * @throws AppError `validation_failed` with every unknown field
 */
export function fieldPicker(fields: readonly string[] | undefined, where: "query" | "body"): (value: View) => View {
  if (fields === undefined) return (value) => value;
  const errors = fields
    .map((field, at) => ({ field, at }))
    .filter(({ field }) => !known.has(field))
    .map(({ field, at }): FieldError => {
      const detail = `contains an unknown field, \`${field}\``;
      return where === "query"
        ? { in: "query", name: "fields", detail }
        : { in: "body", pointer: `/fields/${at}`, detail };
    });
  if (errors.length > 0) throw invalid(errors);
  const paths = fields.map((field) => field.split("."));
  const whole = new Set(paths.filter((path) => path.length === 1).map(([name]) => name));
  return (value) => {
    const picked: View = {};
    for (const [name = "", inner] of paths) {
      const member = value[name];
      if (inner === undefined || member === null || member === undefined) picked[name] = member ?? null;
      else if (!whole.has(name))
        picked[name] = { ...(picked[name] as View | undefined), [inner]: (member as View)[inner] ?? null };
    }
    return picked;
  };
}
