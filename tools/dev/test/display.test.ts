import { expect } from "chai";

type State = "waiting" | "running" | "done" | "failed";
interface Task {
  text: string;
  state: State;
  since: number;
  until?: number;
}
interface FakeStream {
  isTTY: boolean;
  columns: number;
  write: (text: string) => void;
}
interface Display {
  status: (name: string, text: string, state?: State) => void;
  line: (text: string) => void;
  end: () => void;
}
const { createDisplay, frame } = (await import(new URL("../bootstrap/display.mjs", import.meta.url).href)) as {
  createDisplay: (
    stream: FakeStream,
    options: { began: number; names?: readonly string[]; isTerminal?: boolean },
  ) => Display;
  frame: (tasks: Map<string, Task>, now: number, columns: number) => string[];
};

describe("progress display", () => {
  it("has one line per task with its state, name, text and elapsed time", () => {
    const tasks = new Map<string, Task>([
      ["Node", { text: "ready", state: "done", since: 0, until: 3_200 }],
      ["MongoDB", { text: "downloading 12 of 46 MB", state: "running", since: 2_000 }],
      ["Redis", { text: "Redis 7 or newer is needed", state: "failed", since: 2_000, until: 2_500 }],
      ["dashboard", { text: "", state: "waiting", since: 0 }],
    ]);
    expect(frame(tasks, 12_000, 60)).to.deep.equal([
      " ✓ Node       ready                                   3.2 s",
      " ⠋ MongoDB    downloading 12 of 46 MB                10.0 s",
      " ✗ Redis      Redis 7 or newer is needed              0.5 s",
      ` · dashboard${" ".repeat(47)}`,
    ]);
  });

  it("shortens lines that would wrap, because wrapped lines cannot be redrawn", () => {
    const tasks = new Map<string, Task>([["MongoDB", { text: "a".repeat(200), state: "running", since: 0 }]]);
    const [line = ""] = frame(tasks, 0, 40);
    expect(line).to.have.length(39);
    expect(line).to.match(/a… {4}0\.0 s$/);
  });

  const display = (isTerminal: boolean, names: readonly string[] = []): { shown: Display; written: () => string } => {
    let written = "";
    const stream = { isTTY: isTerminal, columns: 60, write: (text: string) => void (written += text) };
    return { shown: createDisplay(stream, { began: Date.now(), names, isTerminal }), written: () => written };
  };
  /** What a terminal shows: the escape sequences that move the cursor up overwrite earlier lines. */
  const screen = (written: string): string[] => {
    const lines: string[] = [];
    let row = 0;
    for (const sequence of written.replaceAll("\u001B[K", "").split("\u001B")) {
      const [up = "", rows] = /^\[(\d+)A/.exec(sequence) ?? [];
      row -= Number(rows ?? 0);
      for (const [index, line] of sequence.slice(up.length).split("\n").entries()) {
        if (index > 0) row++;
        if (line !== "") lines[row] = line;
      }
    }
    return lines.map((line) => line.replace(/ +[\d.]+ s$/, "").trimEnd());
  };

  it("updates lines in place on a terminal, and prints no log lines", () => {
    const { shown, written } = display(true, ["Node", "Redis"]);
    shown.status("Node", "downloading");
    shown.line("Node: downloading");
    shown.status("Node", "ready", "done");
    shown.status("Redis", "starting");
    shown.status("Redis", "ready", "done");
    shown.end();
    expect(screen(written())).to.deep.equal([" ✓ Node   ready", " ✓ Redis  ready"]);
    shown.status("Redis", "restarted");
    expect(screen(written())).to.have.length(2);
  });

  it("omits steps that had nothing to do, unless they are shown from the start", () => {
    const { shown, written } = display(true);
    shown.status("Node", "ready", "done");
    shown.end();
    expect(written()).to.equal("");
  });

  it("prints only log lines with the elapsed time elsewhere", () => {
    const { shown, written } = display(false, ["Node"]);
    shown.status("Node", "downloading");
    shown.line("Node: downloading");
    shown.status("Node", "ready", "done");
    shown.end();
    expect(written()).to.match(/^ {3}0\.\d s {2}Node: downloading\n$/);
  });
});
