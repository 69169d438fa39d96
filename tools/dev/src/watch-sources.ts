import { type FSWatcher, readdirSync, readFileSync, watch } from "node:fs";
import { join, relative } from "node:path";
import { type ServiceName, serviceNames } from "./service-process.ts";

/** Editors save a file in several steps. */
const debounceMs = 100;

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** The folders whose sources a service runs: its own and those of the packages that it depends on, also indirectly. */
export function foldersOf(root: string, service: ServiceName): string[] {
  const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  const byName = new Map(packages.map((folder) => [manifestOf(folder).name, folder]));
  const folders = new Set([join(root, "services", service)]);
  // A set is iterated in insertion order, including the elements that are added meanwhile.
  for (const folder of folders)
    for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
      const dependency = byName.get(name);
      if (dependency !== undefined) folders.add(dependency);
    }
  return [...folders];
}

/**
 * Watches the sources of all services.
 * @param onChange called with the services that a change affects, and the changed file relative to the root
 * @returns a function that stops watching
 */
export function watchSources(root: string, onChange: (services: ServiceName[], file: string) => void): () => void {
  const servicesByFolder = new Map<string, ServiceName[]>();
  for (const service of serviceNames)
    for (const folder of foldersOf(root, service))
      servicesByFolder.set(folder, [...(servicesByFolder.get(folder) ?? []), service]);
  const pending = new Set<ServiceName>();
  let timer: NodeJS.Timeout | undefined;
  const watchers = [...servicesByFolder].map(([folder, services]): FSWatcher => {
    const source = join(folder, "src");
    return watch(source, { recursive: true }, (_event, name) => {
      if (name === null || !name.endsWith(".ts")) return;
      for (const service of services) pending.add(service);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const affected = serviceNames.filter((service) => pending.has(service));
        pending.clear();
        onChange(affected, relative(root, join(source, name)));
      }, debounceMs);
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
