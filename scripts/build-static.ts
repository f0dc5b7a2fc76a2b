import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { scriptSource } from "../app/hash-inline-scripts.ts";
import type * as PageHandler from "../server/page-handler.ts";
import { environment, readSettings } from "../server/settings.ts";
import { contentSecurityPolicy } from "../server/security-headers.ts";

/**
 * `npm run build:static`: writes the pages of BACKEND=browser as files, which any file server can serve at the root of a host.
 * SITE_URL is the URL that the site will have.
 */
const BUILD = fileURLToPath(new URL("../build", import.meta.url));
const OUT = path.join(BUILD, "static");

/** Removes index.html from the URL before hydration: the router only knows the URL of the folder. */
const FOLDER_ADDRESS_SCRIPT =
  'location.pathname.endsWith("/index.html")&&history.replaceState(null,"",location.pathname.slice(0,-10)+location.search+location.hash)';

/** Browsers look for the charset only in the first kilobyte of a page. */
const CHARSET = /<meta charSet="utf-8"\/>/i;

process.env.NODE_ENV = "production";
const { siteUrl, site } = readSettings({ ...environment(), BACKEND: "browser" });
const { createPageHandler, STATIC_PATHS } = (await import(
  path.join(BUILD, "server", "index.js")
)) as typeof PageHandler;
const renderPage = createPageHandler(null, {
  siteUrl,
  site,
  policyOf: (scripts) => contentSecurityPolicy([scriptSource(FOLDER_ADDRESS_SCRIPT), ...scripts], ""),
});

await fs.rm(OUT, { recursive: true, force: true });
await fs.cp(path.join(BUILD, "client"), OUT, { recursive: true });

// Links lead to the pages of routes with a parameter: the loop also visits the paths that it adds.
const found = new Set(STATIC_PATHS);
for (const pathname of found) {
  const answer = await get(pathname);
  if (answer.status !== 200) throw new Error(`${pathname} answers ${answer.status}, so the static site is incomplete.`);
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) {
    await write(pathname, Buffer.from(await answer.arrayBuffer()));
    continue;
  }
  const html = await answer.text();
  for (const link of linksIn(html)) found.add(link);
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  await write(`${pathname}/index.html`, withHead(html, policy, `<script>${FOLDER_ADDRESS_SCRIPT}</script>`));
  // Client navigation requests these, with and without a trailing slash.
  const data = Buffer.from(await (await get(pathname === "/" ? "/_.data" : `${pathname}.data`)).arrayBuffer());
  await write(`${pathname}/_.data`, data);
  if (pathname !== "/") await write(`${pathname}.data`, data);
}
const missing = await get("/404");
await write("/404.html", withHead(withoutScripts(await missing.text()), contentSecurityPolicy([], "")));
process.stdout.write(`${found.size} pages and files of ${siteUrl} are in ${path.relative(process.cwd(), OUT)}\n`);

function get(pathname: string): Promise<Response> {
  return renderPage(new Request(siteUrl + pathname));
}

async function write(pathname: string, content: string | Buffer): Promise<void> {
  const file = path.join(OUT, pathname);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, content);
}

/** Returns the internal paths in the links of a page, without query and fragment. Skips links to files. */
function linksIn(html: string): string[] {
  const links = html.matchAll(/<a\b[^>]*\shref="(\/[^"?#]*)/g);
  return [...links].map(([, pathname = ""]) => pathname).filter((pathname) => !/\.\w+$/.test(pathname));
}

/**
 * Removes the scripts of 404.html: file servers send it also for URLs that the router would match in another spelling, where
 * hydration would fail. Its links and its search work without scripts.
 */
function withoutScripts(html: string): string {
  return (
    html
      .replace(/<script\b[^>]*>[^]*?<\/script>/g, "")
      .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "")
      // Shows the elements for browsers without scripts, and hides those that need scripts.
      .replaceAll(/\bhidden noscript:/g, "")
      .replaceAll("noscript:hidden", "hidden")
  );
}

/** Adds the Content-Security-Policy to a page, because file servers do not send our headers. */
function withHead(html: string, policy: string, more = ""): string {
  // A meta element does not support frame-ancestors.
  const content = policy.replace(/; frame-ancestors [^;]*/, "");
  return html.replace(CHARSET, `$&<meta http-equiv="Content-Security-Policy" content="${content}"/>${more}`);
}
