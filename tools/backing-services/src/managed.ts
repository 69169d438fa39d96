import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BackingServiceDefinition, LaunchPlan } from "./definition.ts";
import type { ParentDeathGuard } from "./guard.ts";
import { lastLines } from "./log.ts";
import { reservePort, releasePorts } from "./ports.ts";
import { ChildProcessHandle, stopLeftover } from "./process.ts";
import type { ProcessSpec } from "./process.ts";
import { untilReady } from "./ready.ts";
import { BackingServiceError } from "./types.ts";
import type { BackingService, BackingServiceName, ExitStatus, Installation, Progress, StartOptions } from "./types.ts";

const PORT_IN_USE = /address (?:is )?already in use|EADDRINUSE|BindException|bind: .*in use/i;

export interface ManagedInput {
  definition: BackingServiceDefinition;
  installation: Installation;
  options: StartOptions;
  /** Absolute path. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  guard: ParentDeathGuard;
  progress: Progress;
}

/** A backing service that this process started. */
export class ManagedBackingService implements BackingService {
  readonly name: BackingServiceName;
  readonly managed = true;
  readonly url: string;
  readonly monitorUrl?: string;
  readonly logFile: string;
  readonly note?: string;
  readonly #input: ManagedInput;
  readonly #plan: LaunchPlan;
  readonly #ports: readonly number[];
  readonly #spec: ProcessSpec;
  #process: ChildProcessHandle;

  private constructor(
    input: ManagedInput,
    plan: LaunchPlan,
    ports: readonly number[],
    spec: ProcessSpec,
    process: ChildProcessHandle,
  ) {
    this.name = input.definition.name;
    this.url = plan.url;
    if (plan.monitorUrl !== undefined) this.monitorUrl = plan.monitorUrl;
    this.logFile = spec.logFile;
    if (input.installation.note !== undefined) this.note = input.installation.note;
    this.#input = input;
    this.#plan = plan;
    this.#ports = ports;
    this.#spec = spec;
    this.#process = process;
  }

  /** Starts it and waits until it serves. If its port was taken meanwhile, tries again with another. */
  static async start(input: ManagedInput, signal: AbortSignal): Promise<ManagedBackingService> {
    const { definition, installation, options, env } = input;
    const dataDir = join(input.dataDir, definition.name);
    await mkdir(dataDir, { recursive: true });
    const base = {
      name: definition.title,
      command: installation.command,
      cwd: dataDir,
      logFile: join(input.dataDir, "logs", `${definition.name}.log`),
      pidFile: join(input.dataDir, `${definition.name}.pid`),
      guard: input.guard,
      marker: dataDir,
    };
    await stopLeftover(base, input.progress);
    for (let tries = 1; ; tries++) {
      const preferDefault = options.preferDefaultPorts === true && tries === 1;
      const ports = await Promise.all(
        definition.defaultPorts.map((port) => reservePort(preferDefault && port !== 0 ? port : undefined)),
      );
      const plan = await definition.plan({ installation, dataDir, ports, options, env });
      const spec = {
        ...base,
        args: [...installation.args, ...plan.args],
        env: { ...env, ...installation.env, ...plan.env },
      };
      const started = await ChildProcessHandle.start(spec);
      try {
        await untilReady(definition, plan, installation, started, signal);
        return new ManagedBackingService(input, plan, ports, spec, started);
      } catch (error) {
        const taken = !started.running && PORT_IN_USE.test(await lastLines(spec.logFile));
        await started.stop();
        releasePorts(ports);
        if (!taken || tries === 3 || signal.aborted) throw error;
        input.progress("its port is now in use, trying another");
      }
    }
  }

  get pid(): number {
    return this.#process.pid;
  }

  get exited(): Promise<ExitStatus> {
    return this.#process.exited;
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    await this.#process.kill(signal);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    releasePorts(this.#ports);
  }

  async restart(): Promise<void> {
    await this.#process.stop();
    const { definition, installation } = this.#input;
    this.#process = await ChildProcessHandle.start(this.#spec);
    await untilReady(definition, this.#plan, installation, this.#process, undefined);
  }
}

/** A backing service whose URL was given: this process does not control it. */
export class ExternalBackingService implements BackingService {
  readonly managed = false;
  readonly name: BackingServiceName;
  readonly url: string;
  readonly exited = new Promise<ExitStatus>(() => undefined);

  constructor(name: BackingServiceName, url: string) {
    this.name = name;
    this.url = url;
  }

  #reject(what: string): Promise<never> {
    return Promise.reject(
      new BackingServiceError(`${this.name} was given by URL, not started by this process, and cannot be ${what}.`),
    );
  }

  kill(): Promise<void> {
    return this.#reject("killed");
  }

  restart(): Promise<void> {
    return this.#reject("restarted");
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
