import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";

/** Certificate files of a server on this machine and of the authority that signed its certificate. */
export interface Certificates {
  ca: string;
  cert: string;
  key: string;
  /** Certificate and key in one file, which some servers require. */
  both: string;
  /** An authority that signed none of these certificates. */
  otherCa: string;
}

const common = { algorithm: "sha256", keySize: 2048 } as const;

async function authority(name: string) {
  return generate([{ name: "commonName", value: name }], {
    ...common,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
}

export async function makeCertificates(folder: string): Promise<Certificates> {
  const [ca, otherCa] = await Promise.all([authority("Plat test authority"), authority("Another authority")]);
  const server = await generate([{ name: "commonName", value: "localhost" }], {
    ...common,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    return file;
  };
  return {
    ca: await write("ca.pem", ca.cert),
    otherCa: await write("other-ca.pem", otherCa.cert),
    cert: await write("server.pem", server.cert),
    key: await write("server.key", server.private),
    both: await write("server-both.pem", `${server.cert}\n${server.private}`),
  };
}
