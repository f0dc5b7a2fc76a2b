import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const ROOT_MODULE = path.resolve(import.meta.dirname, "app/root.tsx");
const FRAMEWORK = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/;

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Names the chunk of the modules that every page needs: the root module and what it imports. */
function shellChunk() {
  const shell = new Set<string>();
  function follow(id: string, graph: ModuleGraph) {
    if (shell.has(id)) return;
    shell.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported, graph);
  }
  return (id: string, graph: ModuleGraph) => {
    follow(ROOT_MODULE, graph);
    return shell.has(id) ? "shell" : null;
  };
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  environments: {
    client: {
      build: {
        // Every browser that runs this code knows modulepreload.
        modulePreload: { polyfill: false },
        rollupOptions: {
          output: {
            // Two chunks for what every page loads, in place of dozens: they compress better together, and a phone on a
            // slow network waits for each request.
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, tags: ["$initial"] },
                { name: shellChunk(), tags: ["$initial"] },
              ],
            },
          },
        },
      },
    },
    // The page handler that server/start.ts loads; server/ itself is run by Node as it is.
    ssr: { build: { rollupOptions: { input: "./server/page-handler.ts" } } },
  },
});
