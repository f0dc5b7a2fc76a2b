import fs from "node:fs/promises";
import { installTools } from "../../../../scripts/install-tools.ts";

const FOLDER = new URL("./observatory/", import.meta.url);
const OBSERVATORY = new URL("node_modules/@mdn/mdn-http-observatory/", FOLDER);

export interface Certificate {
  private: string;
  cert: string;
}

/** What the MDN HTTP Observatory says of an address. */
export interface Scan {
  scan: { score: number; grade: string };
  tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>;
}

/** Installs the observatory and what makes certificates, without their install scripts. */
export async function installObservatory(): Promise<void> {
  installTools(FOLDER, "the tests over HTTP need");
  // Its install script would fetch the browsers' list of hosts that are known to use TLS. An empty one can only lower the
  // score.
  await fs.writeFile(new URL("conf/hsts-preload.json", OBSERVATORY), "{}");
}

/** A self-signed certificate for localhost. */
export async function newCertificate(): Promise<Certificate> {
  const { generate } = (await import(new URL("node_modules/selfsigned/index.js", FOLDER).href)) as {
    generate(subject: object[], options: object): Promise<Certificate>;
  };
  return generate([{ name: "commonName", value: "localhost" }], {
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
}

/** Has the observatory look at `host:port/path`, over http and https, as it looks at any site: with all of its own rules. */
export async function scan(address: string): Promise<Scan> {
  const scanner = (await import(new URL("src/scanner/index.js", OBSERVATORY).href)) as {
    scan(address: string): Promise<Scan>;
  };
  return scanner.scan(address);
}
