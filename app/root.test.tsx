import {
  createRequestHandler,
  data,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { pageBackend } from "~/data/page-backend";
import { pageContext } from "~/page-context";
import { testSite } from "~/domain/test-site";
import * as entry from "./entry.server";
import * as root from "./root";

vi.mock("./app.css?url", () => ({ default: "/assets/app.css" }));

/** The parts of a route module that these tests replace. */
interface RouteModule {
  loader?: () => unknown;
  default?: () => unknown;
}

const log = vi.fn<(...values: unknown[]) => void>();

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(log);
});

test("renders an error page in the frame of the site if a loader fails", async () => {
  const page = await open({
    loader() {
      throw new Error("relation properties does not exist");
    },
  });
  expect(page).toMatchObject(FAILED);
  expect(page.html).not.toContain("relation properties");
  expect(log.mock.calls.flat().map(String)).toContain("Error: relation properties does not exist");
});

test("renders an error page in the frame of the site if the page throws", async () => {
  const page = await open({
    default() {
      throw new Error("groups is undefined");
    },
  });
  expect(page).toMatchObject(FAILED);
  expect(page.html).not.toContain("groups is undefined");
});

test("renders the frame of the site even if the root loader fails", async () => {
  expect(await open({}, { loader: () => Promise.reject(new Error("no such setting")) })).toMatchObject(FAILED);
});

test("renders a 404 page with a search in the frame of the site", { tags: ["2.34"] }, async () => {
  const page = await open(NOTHING_HERE);
  expect(page).toMatchObject({
    ...FAILED,
    status: 404,
    titles: ["Page not found · GharSach"],
    headings: ["No one lives at this address"],
  });
  expect(page.html).toMatch(/<search><form[^>]* action="\/reviews"/);
  expect(log).not.toHaveBeenCalled();
});

test("says that publishing is paused until a page comes without it", { tags: ["11.283"] }, async () => {
  const site = { siteUrl: "https://gharsach.in", siteName: "GharSach", contactEmail: "hello@gharsach.in" };
  const loader = (notice: string | null) => () => ({ config: null, ...site, notice });
  expect((await open({}, { loader: loader("Publishing is paused.") })).html).toContain("Publishing is paused.");
  expect((await open({}, { loader: loader(null) })).html).not.toContain("aside");
  const getElementById = vi.fn<(id: string) => object | null>().mockReturnValueOnce({}).mockReturnValueOnce(null);
  vi.stubGlobal("document", { getElementById });
  expect([root.shouldRevalidate(), root.shouldRevalidate()]).toEqual([true, false]);
});

test("answers HEAD with the status of GET", async () => {
  expect(await open(NOTHING_HERE, {}, "HEAD")).toMatchObject({ status: 404, html: "" });
});

const FAILED = {
  status: 500,
  titles: ["This page did not open · GharSach"],
  headings: ["This page did not open"],
  isInFrame: true,
  robots: "noindex",
  hasCanonicalUrl: false,
};

const NOTHING_HERE: RouteModule = {
  loader() {
    throw data("This article does not exist.", { status: 404 });
  },
};

async function open(page: RouteModule, changedRoot: RouteModule = {}, method = "GET") {
  const answer = await get(page, changedRoot, method);
  const html = await answer.text();
  return {
    status: answer.status,
    html,
    titles: [...html.matchAll(/<title>([^<]*)/g)].map(([, title]) => title),
    headings: [...html.matchAll(/<h1[^>]*>([^<]*)/g)].map(([, heading]) => heading),
    isInFrame:
      /<html lang="en-IN"/.test(html) &&
      /<header[^>]*>.*GharSach.*<\/header>.*<footer[^>]*>.*Privacy.*<\/footer>/s.test(html),
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
    hasCanonicalUrl: html.includes('rel="canonical"'),
  };
}

/** Requests the page of a site with one page. */
function get(page: RouteModule, changedRoot: RouteModule, method: string): Promise<Response> {
  const handle = createRequestHandler(buildOf(page, changedRoot), "production");
  const context = new RouterContextProvider();
  const site = { siteUrl: "https://gharsach.in", site: testSite(), policyOf: null };
  context.set(pageContext, { backend: pageBackend(null), ...site });
  return handle(new Request("https://gharsach.in/page", { method }), context);
}

function buildOf(page: RouteModule, changedRoot: RouteModule): ServerBuild {
  const rootModule = { ...root, ErrorBoundary: withErrorBoundaryProps(root.ErrorBoundary), ...changedRoot };
  const routes = {
    root: { id: "root", path: "", module: rootModule },
    page: { id: "page", parentId: "root", path: "page", module: { default: () => null, ...page } },
  };
  const manifest = Object.values(routes).map(({ module, ...route }) => ({
    ...route,
    module: `/assets/${route.id}.js`,
    hasLoader: "loader" in module,
    hasErrorBoundary: "ErrorBoundary" in module,
  }));
  return {
    entry: { module: entry },
    routes,
    assets: {
      entry: { module: "/assets/entry.js", imports: [] },
      routes: Object.fromEntries(manifest.map((route) => [route.id, route])),
      url: "/assets/manifest.js",
      version: "1",
    },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
}
