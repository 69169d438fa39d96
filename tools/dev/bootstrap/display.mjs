const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const REDRAW_MS = 100;
const MARKS = { waiting: "·", done: "✓", failed: "✗" };

/**
 * @typedef {{ text: string, state: "waiting" | "running" | "done" | "failed", since: number, until?: number }} Task
 * Times are in milliseconds.
 */

/**
 * The lines of the display: per task its state, its name, what it does and the elapsed time.
 * @param {Map<string, Task>} tasks
 * @param {number} now
 * @param {number} columns width of the terminal; longer lines would wrap and could not be redrawn
 */
export function frame(tasks, now, columns) {
  const width = Math.max(...[...tasks.keys()].map((name) => name.length));
  return [...tasks].map(([name, { text, state, since, until }]) => {
    const mark = MARKS[state] ?? SPINNER[Math.floor(now / REDRAW_MS) % SPINNER.length];
    const elapsed = state === "waiting" ? "" : seconds((until ?? now) - since);
    const end = elapsed.padStart(9);
    const start = ` ${mark} ${name.padEnd(width)}  ${text}`;
    const room = Math.max(0, columns - 1 - end.length);
    return (start.length > room ? `${start.slice(0, room - 1)}…` : start.padEnd(Math.min(room, 78))) + end;
  });
}

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Shows the progress of concurrent tasks: one line per task, updated in place on a terminal; elsewhere plain lines.
 * @param {NodeJS.WriteStream} stream
 * @param {{ began: number, names?: readonly string[], isTerminal?: boolean }} options `names`: tasks shown from the start
 */
export function createDisplay(stream, { began, names = [], isTerminal = supportsRedraw(stream) }) {
  /** @type {Map<string, Task>} */
  const tasks = new Map(names.map((name) => [name, { text: "", state: "waiting", since: began }]));
  let drawn = 0;
  let timer;
  let ended = false;
  const draw = () => {
    if (tasks.size === 0) return;
    const lines = frame(tasks, Date.now(), stream.columns || 80);
    stream.write(`${drawn === 0 ? "" : `\x1b[${drawn}A`}${lines.map((line) => `${line}\x1b[K\n`).join("")}`);
    drawn = lines.length;
  };
  return {
    isTerminal,
    /** Changes the line of a task. Only visible on a terminal. */
    status(name, text, state = "running") {
      if (ended || !isTerminal) return;
      const now = Date.now();
      const before = tasks.get(name);
      // A step that had nothing to do.
      if (before === undefined && state === "done") return;
      const since = before === undefined || before.state === "waiting" ? now : before.since;
      tasks.set(name, { text: text.split("\n")[0], state, since, ...(state === "running" ? {} : { until: now }) });
      if (timer !== undefined) return;
      draw();
      timer = setInterval(draw, REDRAW_MS);
      timer.unref();
    },
    /** Prints a line where lines are not updated in place. */
    line(text) {
      if (!isTerminal) stream.write(`${seconds(Date.now() - began).padStart(8)}  ${text}\n`);
    },
    /** Draws the final state. Output of others can follow. */
    end() {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      if (timer === undefined) return;
      // Time no longer passes for what has not completed.
      const now = Date.now();
      for (const task of tasks.values()) task.until ??= now;
      draw();
    },
  };
}

const supportsRedraw = (stream) => stream.isTTY === true && process.env.TERM !== "dumb" && !process.env.CI;
