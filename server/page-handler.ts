import { RouterContextProvider, createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import { contentSecurityPolicyContext } from "~/content-security-policy-context";
import type { Database } from "~/data/database";
import { pageBackend } from "~/data/page-backend";
import { cleanAddress } from "~/domain/clean-address";
import type { GrievanceOfficer } from "~/domain/grievance";
import { grievanceOfficerContext } from "~/grievance-officer-context";
import { pageBackendContext } from "~/page-backend-context";
import { siteUrlContext } from "~/site-url-context";

/** The paths of all routes that have no parameter: pages, and files such as the sitemap. */
export const STATIC_PATHS: readonly string[] = Object.values(build.routes).flatMap((route) => {
  if (!route || route.id === "root" || /[:*]/.test(route.path ?? "")) return [];
  return [`/${route.path ?? ""}`];
});

/**
 * Renders pages of the site at `siteUrl`, each with the Content-Security-Policy that `policyOf` makes for the hashes of its
 * inline scripts; with none where it is null. Built by Vite together with the app, so that both know the same contexts.
 */
export function createPageHandler(
  database: Database | null,
  siteUrl: string,
  policyOf: ((scripts: readonly string[]) => string) | null,
  grievanceOfficer: GrievanceOfficer | null,
): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const backend = pageBackend(database);
  return async (request) => {
    const context = new RouterContextProvider();
    context.set(pageBackendContext, backend);
    context.set(contentSecurityPolicyContext, policyOf);
    context.set(siteUrlContext, siteUrl);
    context.set(grievanceOfficerContext, grievanceOfficer);
    const response = await handle(request, context);
    const clean = response.status === 404 ? cleanAddress(new URL(request.url)) : null;
    return clean === null ? response : new Response(null, { status: 301, headers: { Location: clean } });
  };
}
