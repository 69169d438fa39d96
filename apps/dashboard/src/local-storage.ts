/** The browser's storage, which may be switched off or full: then nothing is kept. */
export const storage = {
  read(name: string): unknown {
    try {
      const text = localStorage.getItem(`plat.${name}`);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  },
  write(name: string, value: unknown): void {
    try {
      if (value === undefined) localStorage.removeItem(`plat.${name}`);
      else localStorage.setItem(`plat.${name}`, JSON.stringify(value));
    } catch {
      // Nothing is kept then.
    }
  },
};
