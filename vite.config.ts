import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const PAGE_FRAME = path.resolve(import.meta.dirname, "app/root.tsx");
const START = path.resolve(import.meta.dirname, "app/routes/start.tsx");
const LIST = path.resolve(import.meta.dirname, "app/routes/reviews.tsx");
const HOME = path.resolve(import.meta.dirname, "app/routes/home-reviews.tsx");
const FRAMEWORK = /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/;

const HOMES =
  /[\\/]app[\\/](?:features[\\/](?:homes|follow[\\/]follow-button)|ui[\\/]breadcrumb|features[\\/]site[\\/]structured-data|domain[\\/]home)\b/;

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Whether a module is the one of this file or one that it imports, however far down. */
function reachableFrom(file: string) {
  const reached = new Set<string>();
  function follow(id: string, graph: ModuleGraph) {
    if (reached.has(id)) return;
    reached.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported, graph);
  }
  return (id: string, graph: ModuleGraph) => {
    follow(file, graph);
    return reached.has(id);
  };
}

const isInPageFrame = reachableFrom(PAGE_FRAME);
const isInStart = reachableFrom(START);
const isInList = reachableFrom(LIST);
const isInHome = reachableFrom(HOME);

/** What every page needs, and what the two pages that most visitors open have in common. */
function shellChunk(id: string, graph: ModuleGraph): string | null {
  return isInPageFrame(id, graph) || (isInStart(id, graph) && isInList(id, graph)) ? "shell" : null;
}

/** What the list of reviews has in common with other pages: small things, of which each would be a request. */
function listChunk(id: string, graph: ModuleGraph): string | null {
  return isInList(id, graph) ? "list" : null;
}

/** What the form on the start page has in common with those of other pages. */
function formChunk(id: string, graph: ModuleGraph): string | null {
  return isInStart(id, graph) ? "form" : null;
}

/** What the pages of homes, cities and localities have in common; what only the latter two need stays out of a visit of a home. */
function homesChunk(id: string, graph: ModuleGraph): string | null {
  if (!HOMES.test(id)) return null;
  return isInHome(id, graph) ? "homes" : "places";
}

const RELOAD = "window.location.reload();";

/**
 * Where the code behind a link is gone, as after a deployment, React Router loads the page again on which the link is, and the click
 * is lost. It has no setting for that: this makes it load the page that the link leads to.
 */
const leadToThePageOfTheLink: Plugin = {
  name: "lead-to-the-page-of-the-link",
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*[\\/]routeModules\.js$/ },
    handler(code) {
      if (!code.includes(RELOAD)) this.error("React Router no longer reloads as vite.config.ts expects.");
      return code.replace(
        RELOAD,
        `const next = window.__reactRouterDataRouter?.state.navigation.location;
        if (next) window.location.assign(next.pathname + next.search + next.hash);
        else ${RELOAD}`,
      );
    },
  },
};

/** The oldest browsers that run the scripts: docs/decisions/0007 says what else goes by them. */
const OLDEST_BROWSERS = ["chrome111", "edge111", "safari16.4", "ios16.4", "firefox115"];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leadToThePageOfTheLink],
  resolve: { tsconfigPaths: true },
  environments: {
    client: {
      build: {
        target: OLDEST_BROWSERS,
        // Every browser that runs this code knows modulepreload.
        modulePreload: { polyfill: false },
        rollupOptions: {
          output: {
            // A few chunks in place of dozens: they compress better together, and a phone on a slow network waits for
            // each request.
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, tags: ["$initial"] },
                { name: shellChunk, tags: ["$initial"] },
                { name: listChunk, tags: ["$initial"], minShareCount: 2 },
                { name: formChunk, tags: ["$initial"], minShareCount: 2 },
                { name: homesChunk, tags: ["$initial"], minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The page handler that server/start.ts loads; server/ itself is run by Node as it is.
      build: { rollupOptions: { input: "./server/page-handler.ts" } },
      // It has hundreds of modules, of which pages use a few: loading all takes a second of the start and 50 MB.
      resolve: command === "build" ? { noExternal: [/^@base-ui\//] } : {},
    },
  },
}));
