/** JSON values in `localStorage`. Reads and writes are ignored if the storage is disabled or full. */
export const localStore = {
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
      // The value is not stored.
    }
  },
};
