import fs from "node:fs/promises";
import path from "node:path";
import { afterAll } from "vitest";
import { WHOLE_SERVER, runScript, stopWithCleanLog, whenReady } from "../../../../scripts/server-for-tests.ts";
import { server } from "../client.ts";
import { newCertificate } from "./observatory.ts";
import { startTlsProxy } from "./tls-proxy.ts";

export type Site = "embedded" | "supabase";

// The product as operators run it behind a proxy with TLS: the worker's server, and one with BACKEND=supabase that uses the first as
// its project.

const certificate = await newCertificate();
const [frontOfEmbedded, frontOfSupabase] = [await startTlsProxy(certificate), await startTlsProxy(certificate)];
frontOfEmbedded.target = Number(new URL(server.apiUrl).port);
const beside = await fs.mkdtemp(path.join(path.dirname(server.dataDir), "site-"));
const certificateFile = path.join(beside, "certificate.pem");
await fs.writeFile(certificateFile, certificate.cert);
const env = {
  HOST: "localhost",
  SITE_URL: "https://localhost",
  BACKEND: "supabase",
  SUPABASE_URL: `https://localhost:${frontOfEmbedded.port}`,
  SUPABASE_PUBLISHABLE_KEY: server.publishableKey,
  NODE_EXTRA_CA_CERTS: certificateFile,
};
const supabase = await whenReady(runScript(WHOLE_SERVER, [], env, path.join(beside, "supabase.log")));
frontOfSupabase.target = Number(new URL(supabase.url).port);

afterAll(async () => {
  await stopWithCleanLog(supabase);
  await Promise.all([frontOfEmbedded.stop(), frontOfSupabase.stop()]);
});

export const sites = {
  /** Without the proxy in front of them. */
  urls: { embedded: server.apiUrl, supabase: supabase.url },
  /** The same behind TLS: host and port. */
  behindTls: { embedded: `localhost:${frontOfEmbedded.port}`, supabase: `localhost:${frontOfSupabase.port}` },
  /** Of the proxies, self-signed. */
  certificate: certificate.cert,
};
