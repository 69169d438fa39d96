import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type ServiceName, type ServiceProcess, startService } from "./service-process.ts";

export interface ServiceGroupOptions {
  /** Folder for one log file per service; created if missing. */
  logDir: string;
  /** Options of Node.js per service, for example `--inspect`. */
  nodeOptions?: Partial<Record<ServiceName, readonly string[]>>;
  /** Folder of the checkout whose services are run. Default: this one. */
  root?: string;
  /** Aborts a start that is in progress. */
  signal?: AbortSignal | undefined;
}

interface Member {
  name: ServiceName;
  settings: Readonly<Record<string, string>>;
  /** Undefined while it is stopped. */
  process: ServiceProcess | undefined;
}

/** Services that run together as processes. */
export class ServiceGroup {
  readonly #options: ServiceGroupOptions;
  /** By title. */
  readonly #members = new Map<string, Member>();
  readonly #died = Promise.withResolvers<string>();

  constructor(options: ServiceGroupOptions) {
    this.#options = options;
  }

  /** Resolves when a process exits that was not told to, with its title and the path of its log. */
  get died(): Promise<string> {
    return this.#died.promise;
  }

  /** @param title name of its log file, and of this instance in messages */
  async start(name: ServiceName, settings: Member["settings"], title: string = name): Promise<ServiceProcess> {
    const member: Member = { name, settings, process: undefined };
    this.#members.set(title, member);
    return this.#launch(title, member);
  }

  /**
   * Stops a service and starts it again, with its current code.
   * @throws Error with its last log lines if it cannot start; it stays stopped, and can be restarted again
   */
  async restart(title: string): Promise<void> {
    const member = this.#members.get(title);
    if (member === undefined) throw new Error(`no service '${title}'`);
    await this.stop(title);
    await this.#launch(title, member);
  }

  async stop(title: string): Promise<void> {
    const member = this.#members.get(title);
    const running = member?.process;
    if (member !== undefined) member.process = undefined;
    await running?.stop();
  }

  /** The gateways stop first, so that the others receive no new requests while they drain. */
  async stopAll(): Promise<void> {
    const titles = [...this.#members.keys()];
    const isGateway = (title: string): boolean => this.#members.get(title)?.name === "gateway";
    await Promise.all(titles.filter(isGateway).map((title) => this.stop(title)));
    await Promise.all(titles.map((title) => this.stop(title)));
  }

  async #launch(title: string, member: Member): Promise<ServiceProcess> {
    const { logDir, nodeOptions, root, signal } = this.#options;
    await mkdir(logDir, { recursive: true });
    signal?.throwIfAborted();
    const file = join(logDir, `${title}.log`);
    const log = createWriteStream(file, { flags: "a" });
    const starting = startService(member.name, {
      env: member.settings,
      nodeOptions: nodeOptions?.[member.name] ?? [],
      onLine: (line) => log.write(`${line}\n`),
      ...(root === undefined ? {} : { root }),
      ...(signal === undefined ? {} : { signal }),
    });
    const service = await starting.catch((error: unknown) => {
      log.end();
      throw error;
    });
    member.process = service;
    void service.exited.then(({ code, signal: exitSignal }) => {
      log.end();
      if (member.process !== service) return;
      this.#died.resolve(`the ${title} service ended (${exitSignal ?? `exit code ${code}`}); its log is ${file}`);
    });
    return service;
  }
}
