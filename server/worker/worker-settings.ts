import { parse, SettingsError } from "../setting-values.ts";
import { ENVIRONMENT, readOperatorSettings, readSite } from "../settings.ts";

export type WorkerSettings = ReturnType<typeof readWorkerSettings>;

/** Reads the settings of `npm run worker`. Throws {@link SettingsError} if one is missing or invalid, or if the backend is embedded. */
export function readWorkerSettings(env: Record<string, string | undefined>) {
  const operator = readOperatorSettings(env, "worker");
  if (operator.kind === "embedded") {
    throw new SettingsError(
      "The embedded server sends its emails and sweeps by itself: npm run worker is for a hosted project, with SUPABASE_URL and SUPABASE_SECRET_KEY.",
    );
  }
  const given = parse(ENVIRONMENT, env);
  if (!given.SITE_URL) throw new SettingsError("The worker needs SITE_URL for the links in emails.");
  if (!given.SMTP_URL) throw new SettingsError("The worker needs SMTP_URL, the mail server that sends its emails.");
  const { supabaseUrl, secretKey } = operator;
  return {
    supabaseUrl,
    secretKey,
    siteUrl: given.SITE_URL,
    smtpUrl: given.SMTP_URL,
    site: readSite(env),
    metricsAddress: given.METRICS_ADDRESS,
    logFormat: given.LOG_FORMAT,
  };
}
