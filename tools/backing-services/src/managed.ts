import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BackingServiceDefinition, LaunchPlan } from "./definition.ts";
import type { Guard } from "./guard.ts";
import { lastLines } from "./log.ts";
import { freePort, releasePorts } from "./ports.ts";
import { ChildProcessHandle, endLeftover } from "./process.ts";
import type { ProcessSpec } from "./process.ts";
import { untilReady } from "./ready.ts";
import { BackingServiceError } from "./types.ts";
import type { BackingService, BackingServiceName, ExitStatus, Installation, Progress, StartOptions } from "./types.ts";

const PORT_TAKEN = /address (?:is )?already in use|EADDRINUSE|BindException|bind: .*in use/i;

export interface ManagedInput {
  definition: BackingServiceDefinition;
  installation: Installation;
  options: StartOptions;
  /** Absolute. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  guard: Guard;
  progress: Progress;
}

/** An engine that this process started. */
export class ManagedBackingService implements BackingService {
  readonly name: BackingServiceName;
  readonly managed = true;
  readonly url: string;
  readonly monitorUrl?: string;
  readonly logFile: string;
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
    this.#input = input;
    this.#plan = plan;
    this.#ports = ports;
    this.#spec = spec;
    this.#process = process;
  }

  /** Starts it and waits until it serves. A port that was taken in the meantime is tried again with another. */
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
      mark: dataDir,
    };
    await endLeftover(base, input.progress);
    for (let tries = 1; ; tries++) {
      const usual = options.preferUsualPorts === true && tries === 1;
      const ports = await Promise.all(
        definition.usualPorts.map((port) => freePort(usual && port !== 0 ? port : undefined)),
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
        const taken = !started.running && PORT_TAKEN.test(await lastLines(spec.logFile));
        await started.stop();
        releasePorts(ports);
        if (!taken || tries === 3 || signal.aborted) throw error;
        input.progress("its port was taken in the meantime, trying another");
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

/** An engine whose URL was given: it is somebody else's. */
export class ExternalBackingService implements BackingService {
  readonly managed = false;
  readonly name: BackingServiceName;
  readonly url: string;
  readonly exited = new Promise<ExitStatus>(() => undefined);

  constructor(name: BackingServiceName, url: string) {
    this.name = name;
    this.url = url;
  }

  #refuse(what: string): Promise<never> {
    return Promise.reject(
      new BackingServiceError(`${this.name} at its given URL was not started here, so it can't be ${what}.`),
    );
  }

  kill(): Promise<void> {
    return this.#refuse("killed");
  }

  restart(): Promise<void> {
    return this.#refuse("restarted");
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
