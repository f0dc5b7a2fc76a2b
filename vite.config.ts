import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const PAGE_FRAME = path.resolve(import.meta.dirname, "app/root.tsx");
const START = path.resolve(import.meta.dirname, "app/routes/start.tsx");
const LIST = path.resolve(import.meta.dirname, "app/routes/reviews.tsx");
const HOME = path.resolve(import.meta.dirname, "app/routes/home.tsx");
const FRAMEWORK = /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/;

const HOMES =
  /[\\/]app[\\/](?:features[\\/](?:homes|follow[\\/]follow-button)|ui[\\/]breadcrumb|features[\\/]site[\\/]structured-data|domain[\\/](?:home|write-path))\b/;

/** Together in one chunk, because each chunk is a line in the list of files that every page loads. */
const CITIES = /[\\/]app[\\/]domain[\\/](?:cities|group-by|given-answers)\b/;

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Returns a function that returns whether a module is in this file or in its transitive imports. */
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

/** Puts the code of every page, and code that the two most visited pages share, into one chunk. */
function shellChunk(id: string, graph: ModuleGraph): string | null {
  return isInPageFrame(id, graph) || (isInStart(id, graph) && isInList(id, graph)) ? "shell" : null;
}

/** Puts code that the list of reviews shares with other pages into one chunk: its small modules would each be a request. */
function listChunk(id: string, graph: ModuleGraph): string | null {
  return isInList(id, graph) ? "list" : null;
}

/** Puts code that the form on the start page shares with other forms into one chunk. */
function formChunk(id: string, graph: ModuleGraph): string | null {
  return isInStart(id, graph) ? "form" : null;
}

/**
 * Puts code that the pages of homes, cities and localities share into one chunk, and code that only cities and localities need into
 * another, which a home does not load.
 */
function homesChunk(id: string, graph: ModuleGraph): string | null {
  if (!HOMES.test(id)) return null;
  return isInHome(id, graph) ? "homes" : "places";
}

const RELOAD = "window.location.reload();";

/**
 * If the code of a link's page is missing, as after a deployment, React Router reloads the current page and the click is lost. It
 * has no setting for this. Opens the page of the link instead.
 */
const openLinkTarget: Plugin = {
  name: "open-link-target",
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

/** The oldest browsers that run the scripts. docs/decisions/0007 lists the other places that depend on them. */
const OLDEST_BROWSERS = ["chrome111", "edge111", "safari16.4", "ios16.4", "firefox115"];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), openLinkTarget],
  resolve: { tsconfigPaths: true },
  environments: {
    client: {
      build: {
        target: OLDEST_BROWSERS,
        // Of these browsers only Safari 16 lacks modulepreload. It loads each import when it reaches it.
        modulePreload: { polyfill: false },
        rollupOptions: {
          output: {
            // A few chunks instead of dozens: they compress better together, and a phone on a slow network waits for each request.
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, tags: ["$initial"] },
                { name: shellChunk, tags: ["$initial"] },
                { name: listChunk, tags: ["$initial"], minShareCount: 2 },
                { name: formChunk, tags: ["$initial"], minShareCount: 2 },
                { name: homesChunk, tags: ["$initial"], minShareCount: 2 },
                { name: "cities", test: CITIES, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The page handler that server/start.ts loads. Node runs server/ itself without a build.
      build: { rollupOptions: { input: "./server/page-handler.ts" } },
      // Pages use a few of Base UI's hundreds of modules. Loading all would add a second to the start and 50 MB.
      resolve: command === "build" ? { noExternal: [/^@base-ui\//] } : {},
    },
  },
}));
