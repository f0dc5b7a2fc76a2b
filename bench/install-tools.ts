import { installTools } from "../scripts/install-tools.ts";

// The load generator and Lighthouse weigh more than the whole product: only who runs the benchmark gets them.
installTools(new URL(".", import.meta.url), "the benchmark needs");
