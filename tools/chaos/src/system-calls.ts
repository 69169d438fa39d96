/** One system call in the output of `strace -f -yy`. */
export interface SystemCall {
  name: string;
  /** The arguments, as far as strace prints them. */
  text: string;
  /** The file or socket in strace's notation: `28<TCP:[127.0.0.1:1->127.0.0.1:2]>`. */
  target: string;
  /** Line numbers at which the call began and ended, which give the order of events. */
  began: number;
  ended: number;
}

const complete = /^(\d+)\s+[\d.]+\s+(\w+)\((.*)\)\s*=\s*-?\w+/;
const unfinished = /^(\d+)\s+[\d.]+\s+(\w+)\((.*)<unfinished \.\.\.>$/;
const resumed = /^(\d+)\s+[\d.]+\s+<\.\.\. (\w+) resumed>(.*)\)\s*=\s*-?\w+/;

/** Parses the output of strace. Omits calls that did not end. */
export function parseTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, { name: string; text: string; began: number }>();
  for (const [line, row] of text.split("\n").entries()) {
    const begun = unfinished.exec(row);
    if (begun !== null) {
      const [, pid = "", name = "", args = ""] = begun;
      open.set(pid, { name, text: args, began: line });
      continue;
    }
    const back = resumed.exec(row);
    if (back !== null) {
      const [, pid = "", name = "", rest = ""] = back;
      const start = open.get(pid);
      open.delete(pid);
      if (start?.name === name) calls.push(call(name, start.text + rest, start.began, line));
      continue;
    }
    const done = complete.exec(row);
    if (done === null) continue;
    const [, , name = "", args = ""] = done;
    calls.push(call(name, args, line, line));
  }
  return calls.toSorted((a, b) => a.ended - b.ended);
}

function call(name: string, text: string, began: number, ended: number): SystemCall {
  const target = /^\d+<.*?>(?=[,)]|$)/.exec(text)?.[0] ?? text.split(",")[0] ?? "";
  return { name, text, target, began, ended };
}

const reads = new Set(["read", "readv", "recvfrom", "recvmsg", "recv"]);
const writes = new Set(["write", "writev", "sendto", "sendmsg", "send"]);
export const syncs = new Set(["fsync", "fdatasync", "msync", "sync_file_range"]);
export const traced = [...reads, ...writes, ...syncs].filter((name) => name !== "recv" && name !== "send");

export interface Acknowledgement {
  /** Syncs that began after the request arrived and ended before the response was sent. */
  syncs: SystemCall[];
  /** Number of all syncs in the trace. */
  syncCount: number;
}

/**
 * Finds the request that contains `marker`, and its response: the next write on the same connection that matches
 * `response`.
 * @returns the syncs between them; undefined if the trace lacks the request or the response
 */
export function acknowledgement(
  calls: readonly SystemCall[],
  marker: string,
  response: RegExp = /./,
): Acknowledgement | undefined {
  const allSyncs = calls.filter(({ name }) => syncs.has(name));
  for (const request of calls.filter(({ name, text }) => reads.has(name) && text.includes(marker))) {
    const reply = calls.find(
      ({ name, target, text, began }) =>
        writes.has(name) && target === request.target && began > request.ended && response.test(text),
    );
    if (reply === undefined) continue;
    return {
      syncs: allSyncs.filter(({ began, ended }) => began > request.ended && ended < reply.began),
      syncCount: allSyncs.length,
    };
  }
  return undefined;
}
