/** Returns the value of a text field without surrounding white space. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Returns the value of a text field, or `null` if it is empty. */
export const optionalTextField = (form: FormData, name: string): string | null => {
  const text = textField(form, name);
  return text === "" ? null : text;
};
