/**
 * Returns the environment of a program that a test starts: its settings, and of this process's environment only the
 * variables that every program needs. With the compile cache, a program starts in half the CPU time.
 */
export function programEnvironment(settings: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...settings };
}
