import { RouterContextProvider, createRequestHandler } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { Database } from "~/data/database";
import { databaseContext } from "~/database-context";
import { nonceContext } from "~/nonce-context";

/** Renders pages. Built by Vite together with the app, so that both know the same contexts. */
export function createPageHandler(database: Database): (request: Request, nonce: string) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return (request, nonce) => {
    const context = new RouterContextProvider();
    context.set(databaseContext, database);
    context.set(nonceContext, nonce);
    return handle(request, context);
  };
}
