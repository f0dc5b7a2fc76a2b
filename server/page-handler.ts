import { type RouteObject, RouterContextProvider, createRequestHandler, matchRoutes } from "react-router";
import * as build from "virtual:react-router/server-build";
import { answerFailures } from "~/answer-failures";
import { type PageContext, pageContext } from "~/page-context";
import type { PageHandle } from "~/page-handle";
import type { Database } from "~/data/database";
import { CACHE_BYPASS_COOKIE } from "~/data/cache-bypass-cookie";
import { pageBackend } from "~/data/page-backend";
import { cleanAddress } from "~/domain/clean-address";

/** Includes files such as the sitemap. */
export const STATIC_PATHS: readonly string[] = Object.values(build.routes).flatMap((route) => {
  if (!route || route.id === "root" || /[:*]/.test(route.path ?? "")) return [];
  return [`/${route.path ?? ""}`];
});

const ROUTES = Object.values(build.routes).flatMap((route) =>
  !route || route.id === "root"
    ? []
    : ({ path: route.path, index: route.index, handle: route.module.handle } as RouteObject),
);

export function handleOf(path: string): PageHandle {
  return (matchRoutes(ROUTES, path)?.at(-1)?.route.handle as PageHandle | undefined) ?? {};
}

/**
 * Creates a function that renders pages. `policyOf` makes the Content-Security-Policy from the hashes of inline scripts. Vite builds this file
 * with the app, so that both share a context.
 */
export function createPageHandler(
  database: Database | null,
  ofSite: Omit<PageContext, "backend">,
): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  const primary = { backend: answerFailures(pageBackend(database)), ...ofSite };
  const call = database?.callReplica;
  const replicaOrPrimary = call ? { ...primary, backend: answerFailures(pageBackend({ ...database, call })) } : primary;
  return async (request) => {
    const context = new RouterContextProvider();
    context.set(pageContext, request.headers.get("cookie")?.includes(CACHE_BYPASS_COOKIE) ? primary : replicaOrPrimary);
    const response = await handle(request, context);
    const clean = response.status === 404 ? cleanAddress(new URL(request.url)) : null;
    return clean === null ? response : new Response(null, { status: 301, headers: { Location: clean } });
  };
}
