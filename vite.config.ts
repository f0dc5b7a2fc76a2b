import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  environments: {
    // The page handler that server/start.ts loads; server/ itself is run by Node as it is.
    ssr: { build: { rollupOptions: { input: "./server/page-handler.ts" } } },
  },
});
