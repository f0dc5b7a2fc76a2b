import fs from "node:fs/promises";
import path from "node:path";
import type { TestProject } from "vitest/node";
import {
  WHOLE_SERVER,
  runScript,
  startForWorkers,
  startSuiteServer,
  stopFailure,
  stopWithCleanLog,
  whenReady,
  type ServerFacts,
} from "../scripts/server-for-tests.ts";
import { type Certificate, installObservatory, newCertificate } from "./observatory.ts";
import { startTlsProxy } from "./tls-proxy.ts";

export type Site = "embedded" | "supabase";

/** The web servers of one worker: on the embedded backend, and with BACKEND=supabase using the first as its project. */
export interface Sites {
  /** Without the proxy in front of them. */
  urls: Record<Site, string>;
  /** The same behind TLS: host and port. */
  behindTls: Record<Site, string>;
  /** Of the proxies, self-signed. */
  certificate: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker. The facts of its embedded server are at the same place in `servers`. */
    sites: Sites[];
  }
}

/** Starts the product as operators run it behind a proxy with TLS, with its sample data, for each worker. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  await installObservatory();
  const certificate = await newCertificate();
  const { started, stop } = await startForWorkers(project.config.maxWorkers, () => startSites(certificate));
  project.provide(
    "servers",
    started.map(({ facts }) => facts),
  );
  project.provide(
    "sites",
    started.map(({ sites }) => sites),
  );
  return stop;
}

interface StartedSites {
  facts: ServerFacts;
  sites: Sites;
  stop(): Promise<void>;
}

async function startSites(certificate: Certificate): Promise<StartedSites> {
  // The last that has started is stopped first.
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    for (const each of stops.toReversed()) await each().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw stopFailure(failures);
  };
  try {
    const [frontOfEmbedded, frontOfSupabase] = [await startTlsProxy(certificate), await startTlsProxy(certificate)];
    stops.push(frontOfEmbedded.stop, frontOfSupabase.stop);
    const common = { HOST: "localhost", SITE_URL: "https://localhost" };
    const { facts, stop: stopEmbedded } = await startSuiteServer(WHOLE_SERVER, { ...common, SEED: "sample" });
    stops.push(stopEmbedded);
    frontOfEmbedded.target = Number(new URL(facts.apiUrl).port);
    const beside = path.dirname(facts.dataDir);
    const certificateFile = path.join(beside, "certificate.pem");
    await fs.writeFile(certificateFile, certificate.cert);
    const env = {
      ...common,
      BACKEND: "supabase",
      SUPABASE_URL: `https://localhost:${frontOfEmbedded.port}`,
      SUPABASE_PUBLISHABLE_KEY: facts.publishableKey,
      NODE_EXTRA_CA_CERTS: certificateFile,
    };
    const supabase = runScript(WHOLE_SERVER, [], env, path.join(beside, "supabase.log"));
    stops.push(() => stopWithCleanLog(supabase));
    const { url } = await whenReady(supabase);
    frontOfSupabase.target = Number(new URL(url).port);
    const urls = { embedded: facts.apiUrl, supabase: url };
    const behindTls = { embedded: `localhost:${frontOfEmbedded.port}`, supabase: `localhost:${frontOfSupabase.port}` };
    return { facts, sites: { urls, behindTls, certificate: certificate.cert }, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
