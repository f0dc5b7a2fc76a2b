import type { OperatorSettings } from "../settings.ts";
import type { Project } from "./project.ts";

/** Opens the project of the settings. Loads only the code of its kind. */
export async function openProject(settings: OperatorSettings): Promise<Project> {
  if (settings.kind === "hosted") {
    const { openHostedProject } = await import("./hosted-project.ts");
    return openHostedProject(settings.supabaseUrl, settings.secretKey);
  }
  const { openEmbeddedProject } = await import("./embedded-project.ts");
  return openEmbeddedProject(settings.dataDir, settings.databaseUrl);
}
