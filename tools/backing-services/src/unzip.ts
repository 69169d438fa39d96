import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { BackingServiceError } from "./types.ts";

const inflate = promisify(inflateRaw);

const END = Buffer.from([0x50, 0x4b, 5, 6]);
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const STORED = 0;
const DEFLATED = 8;
const UNIX = 3;

/**
 * Unpacks a zip archive without ZIP64 (wheels are zip archives) into a folder. Its checksums are not compared: the
 * SHA-256 of the whole archive was.
 * @throws BackingServiceError if it is not such an archive
 */
export async function unzip(archive: string, folder: string): Promise<void> {
  const bytes = await readFile(archive);
  const end = bytes.lastIndexOf(END, bytes.length - END_LENGTH);
  if (end < 0) throw new BackingServiceError(`${archive} is not a zip archive`);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new BackingServiceError(`${archive} is damaged`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    if (!name.endsWith("/")) {
      const path = normalize(name);
      if (isAbsolute(path) || path.split(/[\\/]/).includes(".."))
        throw new BackingServiceError(`${archive} contains a file outside of its folder: ${name}`);
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await contentOf(bytes, at, archive));
      const isExecutable = bytes[at + 5] === UNIX && (bytes.readUInt32LE(at + 38) >>> 16) & 0o111;
      if (isExecutable) await chmod(file, 0o755);
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
}

/** @param entry offset of the entry in the central directory, which has the sizes */
async function contentOf(bytes: Buffer, entry: number, archive: string): Promise<Buffer> {
  const method = bytes.readUInt16LE(entry + 10);
  const length = bytes.readUInt32LE(entry + 20);
  const local = bytes.readUInt32LE(entry + 42);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const content = bytes.subarray(start, start + length);
  if (method === STORED) return content;
  if (method === DEFLATED) return inflate(content);
  throw new BackingServiceError(`${archive} uses compression method ${method}`);
}
