/** What the programs end with; the same for import and export. */
export const exitCode = {
  done: 0,
  someRefused: 1,
  /** Arguments, mapping, file or credential: nothing, or nothing more, was sent. */
  usage: 2,
  /** The service could not be reached or did not recover. */
  gaveUp: 3,
  /** Ended by SIGINT, as shells report it. */
  interrupted: 130,
} as const;

/** Something that the person at the keyboard can act on: printed without a stack, with the exit code it stands for. */
export class Failure extends Error {
  readonly code: number;

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
    this.code = code;
  }
}

export const usage = (message: string): Failure => new Failure(exitCode.usage, message);

/** Thrown out of waits when the person asked to stop. */
export class Stopped extends Error {}

/** Prints what went wrong and gives the exit code; what is not a `Failure` is a bug and keeps its stack. */
export function explain(error: unknown): number {
  if (error instanceof Failure) {
    process.stderr.write(`${error.message}\n`);
    return error.code;
  }
  if (error instanceof Stopped) {
    process.stderr.write(`${error.message}\n`);
    return exitCode.interrupted;
  }
  throw error;
}
