import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { scriptSource } from "../app/hash-inline-scripts.ts";
import type * as PageHandler from "../server/page-handler.ts";
import { environment, readSettings } from "../server/settings.ts";
import { contentSecurityPolicy } from "../server/security-headers.ts";

/**
 * `npm run build:static`: writes the site without a database (BACKEND=browser) as files that any file server can host at
 * the root of a host. Every page is what the web server would answer. SITE_URL is the address that the site will have.
 */
const BUILD = fileURLToPath(new URL("../build", import.meta.url));
const OUT = path.join(BUILD, "static");

/** The address may name the file itself; the router knows the folder. */
const FOLDER_ADDRESS_SCRIPT =
  'location.pathname.endsWith("/index.html")&&history.replaceState(null,"",location.pathname.slice(0,-10)+location.search+location.hash)';

/** The first thing in a page; a browser looks for it in the first kilobyte. */
const CHARSET = /<meta charSet="utf-8"\/>/i;

process.env.NODE_ENV = "production";
const { siteUrl, grievanceOfficer } = readSettings({ ...environment(), BACKEND: "browser" });
const { createPageHandler, STATIC_PATHS } = (await import(
  path.join(BUILD, "server", "index.js")
)) as typeof PageHandler;
const renderPage = createPageHandler(null, {
  siteUrl,
  grievanceOfficer,
  policyOf: (scripts) => contentSecurityPolicy([scriptSource(FOLDER_ADDRESS_SCRIPT), ...scripts], ""),
});

await fs.rm(OUT, { recursive: true, force: true });
await fs.cp(path.join(BUILD, "client"), OUT, { recursive: true });

// The pages of routes with a parameter are those that other pages link to.
const found = new Set(STATIC_PATHS);
for (const pathname of found) {
  const answer = await get(pathname);
  if (answer.status !== 200) throw new Error(`${pathname} answers ${answer.status}, so the static site is not whole.`);
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) {
    await write(pathname, Buffer.from(await answer.arrayBuffer()));
    continue;
  }
  const html = await answer.text();
  for (const link of linksIn(html)) found.add(link);
  const policy = answer.headers.get("Content-Security-Policy") ?? "";
  await write(`${pathname}/index.html`, withHead(html, policy, `<script>${FOLDER_ADDRESS_SCRIPT}</script>`));
  // What a browser that is on another page already asks for, with and without the slash of a folder.
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

/** The paths on this site that a page's links lead to, without query, fragment and files. */
function linksIn(html: string): string[] {
  const links = html.matchAll(/<a\b[^>]*\shref="(\/[^"?#]*)/g);
  return [...links].map(([, pathname = ""]) => pathname).filter((pathname) => !/\.\w+$/.test(pathname));
}

/**
 * 404.html is served for any unknown address, even one that the router would match in another spelling; hydration would
 * fail there with another route. Its links and its search work without scripts.
 */
function withoutScripts(html: string): string {
  return (
    html
      .replace(/<script\b[^>]*>[^]*?<\/script>/g, "")
      .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, "")
      // It looks as it does to a browser that runs no scripts.
      .replaceAll(/\bhidden noscript:/g, "")
      .replaceAll("noscript:hidden", "hidden")
  );
}

/** A file server sends no headers of ours, so the page itself carries its policy. */
function withHead(html: string, policy: string, more = ""): string {
  // A policy in a page may not say who frames it.
  const content = policy.replace(/; frame-ancestors [^;]*/, "");
  return html.replace(CHARSET, `$&<meta http-equiv="Content-Security-Policy" content="${content}"/>${more}`);
}
