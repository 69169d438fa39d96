/** A text field of a form, without white space at its ends. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** The same, with `null` for an empty one. */
export const textOrNull = (form: FormData, name: string): string | null => {
  const text = textIn(form, name);
  return text === "" ? null : text;
};
