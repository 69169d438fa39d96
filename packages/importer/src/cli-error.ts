/** Exit codes of import and export. */
export const exitCode = {
  done: 0,
  someRejected: 1,
  /** Arguments, mapping, file or credential are invalid; nothing, or nothing more, was sent. */
  usageError: 2,
  /** The service could not be reached, did not recover, or sent an unexpected response. */
  unavailable: 3,
  /** Stopped by SIGINT: 128 + 2, as shells report it. */
  interrupted: 130,
} as const;

/** An error that the user can correct. It is printed without a stack trace and determines the exit code. */
export class CliError extends Error {
  readonly code: number;

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
    this.code = code;
  }
}

export const usageError = (message: string): CliError => new CliError(exitCode.usageError, message);

/** Thrown when the user stopped the program. */
export class Interrupted extends Error {}

/** Prints an error and returns the exit code. Rethrows errors of other classes: they are bugs and need their stack trace. */
export function reportError(error: unknown): number {
  if (error instanceof CliError) {
    process.stderr.write(`${error.message}\n`);
    return error.code;
  }
  if (error instanceof Interrupted) {
    process.stderr.write(`${error.message}\n`);
    return exitCode.interrupted;
  }
  throw error;
}
