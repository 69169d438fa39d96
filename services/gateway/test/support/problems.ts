/** `code` of a problem document. */
export const codeOf = (response: { body: unknown }): unknown => (response.body as { code?: unknown }).code;
